/** Makes the exchange of a request: its tools, run for its caller, with what the engine cannot know. */
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { makeCallTool, type ToolAnswer, type ToolCall } from "./CallTool.ts"
import { Engine } from "./Engine.ts"
import { Exchange } from "./Exchange.ts"
import { failed, problemText } from "./ToolResult.ts"
import type { McpTool } from "./Tools.ts"
import { type Charged, Undelivered } from "./Undelivered.ts"

/** Answers by family and by the name of their operation. */
export type Groups = Readonly<Record<string, Readonly<Record<string, ToolAnswer>>>>

const toolAnswersOf = (groups: Groups, tools: ReadonlyArray<McpTool>) => {
  const byName = new Map(Object.values(groups).flatMap((group) => Object.entries(group)))
  return new Map(
    tools.map((tool) => {
      const answer = byName.get(tool.operation)
      if (answer === undefined) throw new Error(`The operation ${tool.operation} has a tool, but no answer.`)
      return [tool.definition.name, { tool, answer }]
    })
  )
}

/** An answer counts as delivered when the operating system has taken all of it. */
const watchDelivery = (request: HttpServerRequest.HttpServerRequest, exchange: Exchange): void => {
  const response = NodeHttpServerRequest.toServerResponse(request)
  response.once("close", () => {
    if (!response.writableFinished) exchange.lost()
  })
}

export const makeExchange = Effect.fnUntraced(function* (groups: Groups) {
  const { tools } = yield* Engine
  const undelivered = yield* Undelivered
  const callTool = yield* makeCallTool
  const table = toolAnswersOf(groups, tools)

  return (request: HttpServerRequest.HttpServerRequest, caller: ToolCall["caller"], requestId: string) =>
    Effect.map(Effect.context<never>(), (context) => {
      const run = Effect.runPromiseWith(context)
      const keep = (charged: Charged) => Effect.runSyncWith(context)(undelivered.keep(charged))
      const made = new Exchange((exchange, name, args, signal) => {
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
      watchDelivery(request, made)
      return made
    })
})
