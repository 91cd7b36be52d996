/** The portal on the public port: its procedures, its program, and the links that open it. */
import { PortalCaller, portalRpcPath, PortalRpcs, PortalSession, SessionEnded } from "@heddle/api/portal"
import { Effect, Layer, Option, Stream } from "effect"
import { HttpBody, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { RpcSchema, RpcSerialization, RpcServer } from "effect/rpc"
import { actingAs, person } from "../../accounts/audit/AuditLog.ts"
import { Sessions } from "../../accounts/sign-in/Sessions.ts"
import { CurrentVisitor } from "../../accounts/sign-in/Visitor.ts"
import { makeAccountRate, type Quota } from "../../runtime/RateLimiter.ts"
import { TooManyCalls } from "../../operations/metering/Call.ts"
import { RunningCalls } from "../../operations/metering/RunningCalls.ts"
import { publicUrl, Settings } from "../../runtime/Settings.ts"
import { RequestId } from "../http/Conventions.ts"
import { problem } from "../http/ProblemResponses.ts"
import { isOwn, makeVisitorOf } from "../pages/PageRequest.ts"
import { AccountHandlers } from "./AccountHandlers.ts"
import { AppRoutes } from "./AppRoutes.ts"
import { BillingHandlers } from "./BillingHandlers.ts"
import { DeliveriesHandlers } from "./DeliveryHandlers.ts"
import { completed, respond } from "./Failures.ts"
import { KeysHandlers } from "./KeyHandlers.ts"
import { OpenPages } from "./OpenPage.ts"
import { PlaygroundHandlers } from "./PlaygroundHandlers.ts"
import { PortalAnswers, PortalRequest } from "./PortalCall.ts"
import { StatusHandlers } from "./StatusHandlers.ts"
import { ExportRoute, UsageFile } from "./UsageFile.ts"
import { UsageHandlers } from "./UsageHandlers.ts"
import { withValidPayloads } from "./ValidPayloads.ts"
import { WebhooksHandlers } from "./WebhookHandlers.ts"

/**
 * Calls of an account's open pages within a minute. Apart from the limit of the API: a program that has reached that one
 * is what its owner wants to look at.
 */
const callsPerMinute = 600

const tooMany = ({ resetSeconds }: Quota) =>
  new TooManyCalls(
    `The open pages of this account send too many requests. Try again in ${resetSeconds} s.`,
    resetSeconds
  )

const PortalSessionLayer = Layer.effect(
  PortalSession,
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const runningCalls = yield* RunningCalls
    const rate = makeAccountRate(callsPerMinute)

    const caller = Effect.gen(function* () {
      const request = yield* PortalRequest
      if (request === null) return yield* new SessionEnded()
      const person = yield* sessions.find(request.headers)
      if (Option.isNone(person)) return yield* new SessionEnded()
      const quota = yield* rate.take(person.value.accountId)
      if (quota?.admitted === false) return yield* respond(Effect.fail(tooMany(quota)))
      return { ...person.value, requestId: request.requestId }
    })

    return PortalSession.of((handler, { rpc: { successSchema } }) =>
      Effect.gen(function* () {
        const requestId = (yield* PortalRequest)?.requestId ?? null
        const identified = Effect.gen(function* () {
          const value = yield* caller
          // A stream lasts as long as its page is open, and is bounded by itself.
          if (!RpcSchema.isStreamSchema(successSchema)) yield* respond(runningCalls.enter("portal", value.accountId))
          return yield* handler.pipe(Effect.provideService(PortalCaller, value), actingAs(person(value.email)))
        })
        return yield* completed(identified, requestId)
      })
    )
  })
)

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
    const visitorOf = makeVisitorOf(settings)
    const { protocol, httpEffect } = yield* RpcServer.makeProtocolWithHttpEffect()
    yield* router.add(
      "POST",
      portalRpcPath,
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const { headers } = request
        const requestId = yield* RequestId
        if (!isOwn(headers, publicUrl(settings))) return problem(403, requestId ?? "", foreign)
        if (!isNdjson(headers["content-type"])) return problem(415, requestId ?? "", wrongType)
        const parts = { headers: new Headers({ ...headers }), requestId }
        return keptAlive(
          yield* httpEffect.pipe(
            Effect.provideService(PortalRequest, parts),
            Effect.provideService(CurrentVisitor, visitorOf(request))
          )
        )
      })
    )
    return withValidPayloads(PortalRpcs, protocol)
  })
).pipe(Layer.provide(RpcSerialization.layerNdjson))

const Handlers = Layer.mergeAll(
  KeysHandlers,
  UsageHandlers,
  WebhooksHandlers,
  DeliveriesHandlers,
  BillingHandlers,
  AccountHandlers,
  PlaygroundHandlers,
  StatusHandlers
).pipe(Layer.provide(PortalAnswers.layer))

const Procedures = RpcServer.layer(PortalRpcs, { disableFatalDefects: true }).pipe(
  Layer.provide([Handlers, PortalSessionLayer, PortalProtocol])
)

export const PortalRoutes = Layer.mergeAll(Procedures, AppRoutes, OpenPages, UsageFile, ExportRoute)
