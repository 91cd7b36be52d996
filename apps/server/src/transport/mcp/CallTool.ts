/** Runs a tool: arguments to a request, the operation's answer to a result, every failure to a result too. */
import type { Caller, InvalidApiKey } from "@heddle/api"
import type { CallToolResult } from "@modelcontextprotocol/server"
import { Cause, Duration, Effect, Result, type Scope } from "effect"
import { Metering } from "../../operations/metering/Metering.ts"
import type { MeteredOperation } from "../../operations/metering/Call.ts"
import { RateLimiter } from "../../operations/metering/RateLimiter.ts"
import { Settings } from "../../runtime/Settings.ts"
import { requireQuota } from "../rest/RateLimit.ts"
import type { Json } from "./JsonSchema.ts"
import type { McpTool } from "./Tools.ts"
import { defectResult, failed, isProblem, problemText, succeeded } from "./ToolResult.ts"

export interface ToolCall {
  readonly caller: Caller["Service"]
  readonly requestId: string | null
  readonly args: Json
}

/** The answer of an operation; of those with a tool, none needs a scope. */
export type ToolAnswer = MeteredOperation<never, object, unknown, Scope.Scope>

const tooLong = (name: string, limit: Duration.Duration): string =>
  `timeout: ${name} did not finish within ${Duration.format(limit)} and was stopped. Nothing was charged. Narrow the call: a shorter time window, fewer or rarer keywords, a smaller limit.`

const isInvalidKey = (error: unknown): error is InvalidApiKey => isProblem(error) && error.code === "invalid_api_key"

export const makeCallTool = Effect.gen(function* () {
  const { mcpTimeout } = yield* Settings
  const limiter = yield* RateLimiter
  const { checkCaller } = yield* Metering

  const answerOf = Effect.fnUntraced(function* (tool: McpTool, { call }: ToolAnswer, given: ToolCall) {
    const { caller, requestId, args } = given
    // A revoked key must learn nothing about limits or arguments.
    yield* Effect.tapError(requireQuota(limiter, caller.accountId), () => checkCaller(caller))
    const request = yield* Effect.tapError(tool.decode(args), () => checkCaller(caller))
    return yield* call(request, { caller, requestId, idempotency: null, dryRun: false, fits: null })
  }, Effect.scoped)

  /** Fails when the caller's key is no longer in force. */
  return (tool: McpTool, answer: ToolAnswer, given: ToolCall): Effect.Effect<CallToolResult, InvalidApiKey> =>
    answerOf(tool, answer, given).pipe(
      Effect.map(({ body }) => succeeded({ ...body })),
      Effect.timeoutOrElse({
        duration: mcpTimeout,
        orElse: () => Effect.succeed(failed(tooLong(tool.definition.name, mcpTimeout)))
      }),
      Effect.catchCause((cause): Effect.Effect<CallToolResult, InvalidApiKey> => {
        if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
        const error = Result.getOrUndefined(Cause.findError(cause))
        if (isInvalidKey(error)) return Effect.fail(error)
        return isProblem(error) ? Effect.succeed(failed(problemText(error))) : defectResult(cause, given.requestId)
      })
    )
})
