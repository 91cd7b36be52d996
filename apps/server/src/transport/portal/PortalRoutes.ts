/** The portal on the public port: its procedures, its program, and the links that open it. */
import { PortalCaller, portalRpcPath, PortalRpcs, PortalSession, SessionEnded } from "@heddle/api/portal"
import { Effect, Layer, Option, Schema, Stream } from "effect"
import { HttpBody, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { RpcSchema, RpcSerialization, RpcServer } from "effect/rpc"
import { actingAs, person } from "../../accounts/audit/AuditLog.ts"
import { CurrentVisitor } from "../../accounts/sign-in/Visitor.ts"
import { publicUrl, Settings } from "../../runtime/Settings.ts"
import { RequestId } from "../http/Conventions.ts"
import { problem } from "../http/ProblemResponses.ts"
import { PageAccess } from "../pages/PageAccess.ts"
import { isOwn, makeVisitorOf } from "../pages/PageRequest.ts"
import { AccountHandlers } from "./AccountHandlers.ts"
import { AppRoutes } from "./AppRoutes.ts"
import { BillingHandlers } from "./BillingHandlers.ts"
import { DeliveriesHandlers } from "./DeliveryHandlers.ts"
import { completed, respond } from "./Failures.ts"
import { KeysHandlers } from "./KeyHandlers.ts"
import { readerOf } from "../pages/Reader.ts"
import { OpenPages } from "./OpenPage.ts"
import { PlaygroundHandlers } from "./PlaygroundHandlers.ts"
import { PortalAnswers, PortalRequest } from "./PortalCall.ts"
import { StatusHandlers } from "./StatusHandlers.ts"
import { ExportRoute, UsageFile } from "./UsageFile.ts"
import { UsageHandlers } from "./UsageHandlers.ts"
import { withValidPayloads } from "./ValidPayloads.ts"
import { WebhooksHandlers } from "./WebhookHandlers.ts"

const PortalSessionLayer = Layer.effect(
  PortalSession,
  Effect.gen(function* () {
    const { enter } = yield* PageAccess

    const caller = Effect.gen(function* () {
      const request = yield* PortalRequest
      if (request === null) return yield* new SessionEnded()
      const person = yield* Effect.catchTag(request.person, "RateLimited", (error) => respond(Effect.fail(error)))
      return { ...person, requestId: request.requestId }
    })

    return PortalSession.of((handler, { rpc: { successSchema } }) =>
      Effect.gen(function* () {
        const requestId = (yield* PortalRequest)?.requestId ?? null
        const identified = Effect.gen(function* () {
          const value = yield* caller
          // A stream lasts as long as its page is open, and is bounded by itself.
          if (!RpcSchema.isStreamSchema(successSchema)) yield* respond(enter(value.accountId))
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

/** Of a request: our page sends one, and an acknowledgement with it at most. */
const maxMessages = 4
const tooManyMessages = `Send at most ${maxMessages} messages in a request.`
const noMessages = "Send each message of the protocol as a JSON object on a line of its own."

const Id = Schema.Union([Schema.Int, Schema.String])
const Message = Schema.fromJsonString(
  Schema.Union([
    Schema.Struct({
      _tag: Schema.Literal("Request"),
      id: Id,
      tag: Schema.String,
      headers: Schema.Array(Schema.Tuple([Schema.String, Schema.String])),
      traceId: Schema.optionalKey(Schema.String),
      spanId: Schema.optionalKey(Schema.String),
      sampled: Schema.optionalKey(Schema.Boolean)
    }),
    Schema.Struct({ _tag: Schema.Literals(["Ack", "Interrupt"]), requestId: Id }),
    Schema.Struct({ _tag: Schema.Literals(["Ping", "Eof"]) })
  ])
)
/** None when a line is not a message; the framework would answer with the engine's error. */
const decodeMessages = Schema.decodeUnknownOption(Schema.Array(Message))

/** As the framework separates them, which passes over empty ones. */
const linesOf = (body: string) => body.split(/\r?\n/).filter((line) => line !== "")

const personOf = (
  { find }: PageAccess["Service"],
  headers: Headers,
  messages: ReadonlyArray<{ readonly _tag: string }>
) =>
  Effect.flatMap(
    find(headers, messages.filter(({ _tag }) => _tag === "Request").length),
    Option.match({ onNone: () => Effect.fail(new SessionEnded()), onSome: Effect.succeed })
  )

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
    const access = yield* PageAccess
    const router = yield* HttpRouter.HttpRouter
    const visitorOf = yield* makeVisitorOf
    const { protocol, httpEffect } = yield* RpcServer.makeProtocolWithHttpEffect()
    yield* router.add(
      "POST",
      portalRpcPath,
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const requestId = yield* RequestId
        if (!isOwn(request.headers, publicUrl(settings))) return problem(403, requestId ?? "", foreign)
        if (!isNdjson(request.headers["content-type"])) return problem(415, requestId ?? "", wrongType)
        const lines = linesOf(yield* request.text)
        if (lines.length > maxMessages) return problem(413, requestId ?? "", tooManyMessages)
        const messages = decodeMessages(lines)
        if (Option.isNone(messages)) return problem(400, requestId ?? "", noMessages)
        const headers = new Headers({ ...request.headers })
        const person = yield* Effect.exit(personOf(access, headers, messages.value))
        return keptAlive(
          yield* httpEffect.pipe(
            Effect.provideService(PortalRequest, {
              headers,
              requestId,
              texts: Effect.sync(() => readerOf(request).texts),
              person
            }),
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
