/** The MCP endpoint on the public port, and the metadata of its sign-in. */
import type { Caller } from "@heddle/api"
import { Effect, Layer, Option, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { operationHandlers } from "../../operations/Handlers.ts"
import { Metering } from "../../operations/metering/Metering.ts"
import { RateLimiter } from "../../runtime/RateLimiter.ts"
import { loopbackNames } from "../../runtime/Networks.ts"
import { publicUrl, Settings } from "../../runtime/Settings.ts"
import { makeNoteAccount } from "../http/AccessLog.ts"
import { RequestId } from "../http/Conventions.ts"
import { problem, problemMembers } from "../http/ProblemResponses.ts"
import { mcpPath } from "../http/PublicPaths.ts"
import { enforceRateLimit } from "../http/RateLimit.ts"
import { bodyAsMeant, headersAsMeant, responseAsAccepted } from "./ClientRequest.ts"
import { makeIdentify } from "./Credentials.ts"
import { Engine } from "./Engine.ts"
import { type Groups, makeExchange } from "./Exchanges.ts"
import { makeChallenge, ProtectedResourceRoutes } from "./ProtectedResource.ts"
import { Undelivered } from "./Undelivered.ts"

/** Which web pages and names may reach the endpoint: a page whose own name was made to lead here (DNS rebinding) may not. */
const hostnameOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).hostname : undefined)

/** Without what an address may have besides a name and a port. */
const hostOf = (host: string | undefined): string | undefined =>
  host !== undefined && /^[\w.:[\]-]+$/.test(host) ? hostnameOf(`http://${host}`) : undefined

const isLoopback = (hostname: string | undefined): boolean => hostname !== undefined && loopbackNames.has(hostname)

/** Why a request may not come in; undefined when it may. */
const makeRefuse = Effect.map(Settings, (settings) => {
  const own = publicUrl(settings)
  const hosts = new Set([hostnameOf(own)])
  const isKnownHost = (host: string | undefined): boolean => {
    const name = hostOf(host)
    return name !== undefined && (hosts.has(name) || (Option.isNone(settings.baseUrl) && isLoopback(name)))
  }
  const origins = new Set([URL.canParse(own) ? new URL(own).origin : own, ...settings.mcpOrigins])
  const isKnownOrigin = (origin: string): boolean =>
    origins.has(origin) || (URL.canParse(origin) && new URL(origin).origin === origin && isLoopback(hostnameOf(origin)))

  return ({ headers }: HttpServerRequest.HttpServerRequest): string | undefined => {
    if (!isKnownHost(headers["host"])) {
      return "This server does not accept this Host header. Its operator sets the host name in HEDDLE_BASE_URL."
    }
    const origin = headers["origin"]
    return origin === undefined || isKnownOrigin(origin)
      ? undefined
      : "Web pages from this origin cannot call this server. Its operator can allow origins with HEDDLE_MCP_ORIGINS."
  }
})

/** Responses that are streams. */
const isStream = ({ headers }: Response): boolean =>
  headers.get("content-type")?.startsWith("text/event-stream") === true

/** Waits for the first bytes of a stream: until they are sent, another response can be sent instead. */
const begun = async (response: Response): Promise<Response> => {
  if (response.body === null || !isStream(response)) return response
  const reader = response.body.getReader()
  let first: Awaited<ReturnType<typeof reader.read>> | undefined = await reader.read()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = first ?? (await reader.read())
      first = undefined
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason)
  })
  return new Response(body, { status: response.status, headers: response.headers })
}

const parseJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

const ToolCallMessage = Schema.Struct({ method: Schema.Literal("tools/call"), id: Schema.Unknown })
/** A call of a tool, whose metering checks the key and whose result says when there are too many. */
const isToolCall = Schema.is(ToolCallMessage)

/** Messages of a body that count here: all but calls of tools, which count with their metering. */
const countOf = (body: unknown): number =>
  Array.isArray(body) && body.length > 0 ? body.filter((message) => !isToolCall(message)).length : 1

const makeHandler = Effect.fnUntraced(function* (groups: Groups) {
  const engine = yield* Engine
  const refuse = yield* makeRefuse
  const identify = yield* makeIdentify
  const challenge = yield* makeChallenge
  const exchangeFor = yield* makeExchange(groups)
  const { checkCaller } = yield* Metering
  const noteAccount = yield* makeNoteAccount
  const limiter = yield* RateLimiter

  /** Of every other message, such as a list of the tools. */
  const admit = Effect.fnUntraced(function* (caller: Caller["Service"], messages: number) {
    yield* Effect.tapError(enforceRateLimit(limiter, caller.accountId, messages), () => checkCaller(caller))
    yield* checkCaller(caller)
  })

  const converse = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    caller: Caller["Service"],
    requestId: string
  ) {
    const text = yield* request.text
    const body = bodyAsMeant(Option.getOrUndefined(parseJson(text)))
    if (!isToolCall(body)) yield* admit(caller, countOf(body))
    const exchange = yield* exchangeFor(request, caller, requestId)
    const { method } = request
    const headers = headersAsMeant(request.headers, body)
    const response = yield* Effect.promise((signal) =>
      engine
        .answer({
          request: new Request(`http://heddle${mcpPath}`, { method, headers, body: text, signal }),
          body,
          exchange
        })
        .then((response) => responseAsAccepted(response, request.headers["accept"], body))
        .then(begun)
    )
    if (!exchange.isRefused) return HttpServerResponse.fromWeb(response)
    yield* Effect.promise(async () => response.body?.cancel())
    return challenge("invalid", request, requestId)
  })

  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const requestId = (yield* RequestId) ?? ""
    const refused = refuse(request)
    if (refused !== undefined) return problem(403, requestId, refused)
    const identified = yield* identify(request)
    switch (identified._tag) {
      case "Missing":
        return challenge("missing", request, requestId)
      case "Invalid":
        return challenge("invalid", request, requestId)
      case "Known":
        yield* noteAccount(identified.caller.accountId)
        return yield* Effect.catchTags(converse(request, identified.caller, requestId), {
          InvalidApiKey: () => Effect.succeed(challenge("invalid", request, requestId)),
          RateLimited: ({ detail }) => Effect.succeed(problem(429, requestId, detail, problemMembers("rate_limited")))
        })
    }
  })
})

export const mcpRoutes = (groups: Groups) =>
  Layer.mergeAll(
    Layer.unwrap(Effect.map(makeHandler(groups), (handler) => HttpRouter.add("POST", mcpPath, handler))),
    ProtectedResourceRoutes
  ).pipe(Layer.provide(Undelivered.layer))

export const McpRoutes = Layer.unwrap(Effect.map(operationHandlers, mcpRoutes))
