/** The MCP endpoint on the public port, and the metadata of its sign-in. */
import type { Caller } from "@heddle/api"
import { Effect, Layer, Option, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { answers } from "../../operations/Answers.ts"
import { Metering } from "../../operations/metering/Metering.ts"
import { RateLimiter } from "../../operations/metering/RateLimiter.ts"
import { mcpPath } from "../http/PublicPaths.ts"
import { RequestId } from "../http/Conventions.ts"
import { problem, problemMembers } from "../http/ProblemResponses.ts"
import { enforceRateLimit } from "../http/RateLimit.ts"
import { begun } from "./BegunResponse.ts"
import { makeIdentify } from "./Credentials.ts"
import { Engine } from "./Engine.ts"
import { type Groups, makeExchange } from "./Exchanges.ts"
import { makeRefuse } from "./Origins.ts"
import { makeChallenge, ProtectedResourceRoutes } from "./ProtectedResource.ts"
import { Undelivered } from "./Undelivered.ts"

const parseJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

const ToolCallMessage = Schema.Struct({ method: Schema.Literal("tools/call"), id: Schema.Unknown })
/** A call of a tool, whose metering checks the key and whose result says when there are too many. */
const isToolCall = Schema.is(ToolCallMessage)

const makeHandler = Effect.fnUntraced(function* (groups: Groups) {
  const engine = yield* Engine
  const refuse = yield* makeRefuse
  const identify = yield* makeIdentify
  const challenge = yield* makeChallenge
  const exchangeFor = yield* makeExchange(groups)
  const { checkCaller } = yield* Metering
  const limiter = yield* RateLimiter

  /** Of every other message, such as a list of the tools. */
  const admit = Effect.fnUntraced(function* (caller: Caller["Service"]) {
    yield* Effect.tapError(enforceRateLimit(limiter, caller.accountId), () => checkCaller(caller))
    yield* checkCaller(caller)
  })

  const converse = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    caller: Caller["Service"],
    requestId: string
  ) {
    const text = yield* request.text
    const body = Option.getOrUndefined(parseJson(text))
    if (!isToolCall(body)) yield* admit(caller)
    const exchange = yield* exchangeFor(request, caller, requestId)
    const { method, headers } = request
    const response = yield* Effect.promise((signal) =>
      engine
        .answer({
          request: new Request(`http://heddle${mcpPath}`, { method, headers, body: text, signal }),
          body,
          exchange
        })
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

export const McpRoutes = Layer.unwrap(Effect.map(answers, mcpRoutes))
