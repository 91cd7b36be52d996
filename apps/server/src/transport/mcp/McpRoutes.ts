/** The MCP endpoint on the public port, and the metadata of its sign-in. */
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Effect, Layer, Option, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { answers } from "../../operations/Answers.ts"
import { Metering } from "../../operations/metering/Metering.ts"
import { mcpPath } from "../PublicPaths.ts"
import { RequestId } from "../rest/Conventions.ts"
import { problem } from "../rest/ProblemResponses.ts"
import { begun } from "./BegunResponse.ts"
import { makeCallTool, type ToolAnswer, type ToolCall } from "./CallTool.ts"
import { makeIdentify } from "./Credentials.ts"
import { Engine } from "./Engine.ts"
import { Exchange } from "./Exchange.ts"
import { makeRefuse } from "./Origins.ts"
import { makeChallenge, ProtectedResourceRoutes } from "./ProtectedResource.ts"
import { failed, problemText } from "./ToolResult.ts"
import type { McpTool } from "./Tools.ts"
import { type Charged, Undelivered } from "./Undelivered.ts"

const parseJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

const ToolCallMessage = Schema.Struct({ method: Schema.Literal("tools/call"), id: Schema.Unknown })
/** A call of a tool, whose metering checks the key. */
const isToolCall = Schema.is(ToolCallMessage)

/** Answers by family and by the name of their operation. */
type Groups = Readonly<Record<string, Readonly<Record<string, ToolAnswer>>>>

const toolAnswersOf = (groups: Groups, tools: ReadonlyArray<McpTool>) => {
  const byName = new Map(Object.values(groups).flatMap((group) => Object.entries(group)))
  return new Map(
    tools.flatMap((tool) => {
      const answer = byName.get(tool.operation)
      return answer === undefined ? [] : [[tool.definition.name, { tool, answer }] as const]
    })
  )
}

const makeExchange = Effect.fnUntraced(function* (groups: Groups) {
  const { tools } = yield* Engine
  const undelivered = yield* Undelivered
  const callTool = yield* makeCallTool
  const table = toolAnswersOf(groups, tools)

  return (caller: ToolCall["caller"], requestId: string | null) =>
    Effect.map(Effect.context<never>(), (context) => {
      const run = Effect.runPromiseWith(context)
      const keep = (charged: Charged) => Effect.runSyncWith(context)(undelivered.keep(charged))
      return new Exchange((exchange, name, args, signal) => {
        const found = table.get(name)
        if (found === undefined) return undefined
        const charged = (charged: Charged) => exchange.charged(charged)
        const result = callTool(found.tool, found.answer, { caller, requestId, args, charged })
        return run(
          Effect.catch(result, (error) => {
            exchange.isRefused = true
            return Effect.succeed(failed(problemText(error)))
          }),
          { signal }
        )
      }, keep)
    })
})

/** An answer counts as delivered when the operating system has taken all of it. */
const watchDelivery = (request: HttpServerRequest.HttpServerRequest, exchange: Exchange): void => {
  const response = NodeHttpServerRequest.toServerResponse(request)
  response.once("close", () => {
    if (!response.writableFinished) exchange.lost()
  })
}

const makeHandler = Effect.fnUntraced(function* (groups: Groups) {
  const engine = yield* Engine
  const refuse = yield* makeRefuse
  const identify = yield* makeIdentify
  const challenge = yield* makeChallenge
  const exchangeFor = yield* makeExchange(groups)
  const { checkCaller } = yield* Metering

  const converse = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    caller: ToolCall["caller"],
    requestId: string
  ) {
    const text = yield* request.text
    const body = Option.getOrUndefined(parseJson(text))
    if (!isToolCall(body)) yield* checkCaller(caller)
    const exchange = yield* exchangeFor(caller, requestId)
    watchDelivery(request, exchange)
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
    return challenge("invalid", requestId)
  })

  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const requestId = (yield* RequestId) ?? ""
    const refused = refuse(request)
    if (refused !== undefined) return problem(403, requestId, refused)
    const identified = yield* identify(request)
    switch (identified._tag) {
      case "Missing":
        return challenge("missing", requestId)
      case "Invalid":
        return challenge("invalid", requestId)
      case "Known":
        return yield* Effect.catchTag(converse(request, identified.caller, requestId), "InvalidApiKey", () =>
          Effect.succeed(challenge("invalid", requestId))
        )
    }
  })
})

export const mcpRoutes = (groups: Groups) =>
  Layer.mergeAll(
    Layer.unwrap(Effect.map(makeHandler(groups), (handler) => HttpRouter.add("POST", mcpPath, handler))),
    ProtectedResourceRoutes
  ).pipe(Layer.provide(Undelivered.layer))

export const McpRoutes = Layer.unwrap(Effect.map(answers, mcpRoutes))
