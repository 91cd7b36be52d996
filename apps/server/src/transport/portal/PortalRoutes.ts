/** The portal on the public port: its procedures, its program, and the links that open it. */
import { PortalRpcs, portalRpcPath } from "@heddle/api/portal"
import { Effect, Layer, Stream } from "effect"
import { HttpBody, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { RpcSerialization, RpcServer } from "effect/rpc"
import { publicUrl, Settings } from "../../runtime/Settings.ts"
import { isOwn } from "../pages/PageRequest.ts"
import { RequestId } from "../http/Conventions.ts"
import { problem } from "../http/ProblemResponses.ts"
import { AccountLive } from "./AccountLive.ts"
import { AppRoutes } from "./AppRoutes.ts"
import { BillingLive } from "./BillingLive.ts"
import { ExportRoute } from "./ExportRoute.ts"
import { DeliveriesLive } from "./DeliveriesLive.ts"
import { KeysLive } from "./KeysLive.ts"
import { PortalAnswers } from "./PortalCall.ts"
import { PortalRequest } from "./PortalRequest.ts"
import { OpenPages } from "./OpenPage.ts"
import { PlaygroundLive } from "./PlaygroundLive.ts"
import { PortalSessionLive } from "./PortalSessionLive.ts"
import { StatusLive } from "./StatusLive.ts"
import { UsageFile } from "./UsageFile.ts"
import { UsageLive } from "./UsageLive.ts"
import { withValidPayloads } from "./ValidPayloads.ts"
import { WebhooksLive } from "./WebhooksLive.ts"

const foreign = "This request did not come from a page of this server, so nothing was done."
const wrongType = "Send the calls of the portal as application/x-ndjson."

/** A form of another site can send this body, but neither this content type nor this origin. */
const isNdjson = (contentType: string | undefined): boolean =>
  contentType?.split(";", 1)[0]?.trim().toLowerCase() === "application/x-ndjson"

/** Proxies end connections on which nothing has been sent for a minute. */
const keepAliveInterval = "15 seconds"
const emptyLine = new TextEncoder().encode("\n")

const keptAlive = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
  const { body } = response
  if (body._tag !== "Stream") return response
  const ticks = Stream.map(Stream.tick(keepAliveInterval), () => emptyLine)
  const stream = Stream.merge(body.stream, ticks, { haltStrategy: "left" })
  return HttpServerResponse.setHeaders(
    HttpServerResponse.setBody(response, HttpBody.stream(stream, body.contentType)),
    { "x-accel-buffering": "no", connection: "close" }
  )
}

/** Registers the route and provides what the procedures are received and answered by. */
const PortalProtocol = Layer.effect(
  RpcServer.Protocol,
  Effect.gen(function* () {
    const settings = yield* Settings
    const router = yield* HttpRouter.HttpRouter
    const { protocol, httpEffect } = yield* RpcServer.makeProtocolWithHttpEffect()
    yield* router.add(
      "POST",
      portalRpcPath,
      Effect.gen(function* () {
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const requestId = yield* RequestId
        if (!isOwn(headers, publicUrl(settings))) return problem(403, requestId ?? "", foreign)
        if (!isNdjson(headers["content-type"])) return problem(415, requestId ?? "", wrongType)
        const parts = { headers: new Headers({ ...headers }), requestId }
        return keptAlive(yield* Effect.provideService(httpEffect, PortalRequest, parts))
      })
    )
    return withValidPayloads(PortalRpcs, protocol)
  })
).pipe(Layer.provide(RpcSerialization.layerNdjson))

const Handlers = Layer.mergeAll(
  KeysLive,
  UsageLive,
  WebhooksLive,
  DeliveriesLive,
  BillingLive,
  AccountLive,
  PlaygroundLive,
  StatusLive
).pipe(Layer.provide(PortalAnswers.layer))

const Procedures = RpcServer.layer(PortalRpcs, { disableFatalDefects: true }).pipe(
  Layer.provide([Handlers, PortalSessionLive, PortalProtocol])
)

export const PortalRoutes = Layer.mergeAll(Procedures, AppRoutes, OpenPages, UsageFile, ExportRoute)
