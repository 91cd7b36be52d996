/** Runs a tool: arguments to a request, the operation's answer to a result, every failure to a result too. */
import type { Caller, InvalidApiKey } from "@heddle/api"
import type { CallToolResult } from "@modelcontextprotocol/server"
import { Cause, type Duration, Effect, Fiber, Metric, Option, Result, type Scope } from "effect"
import type { Answer, ContinuedCall, MeteredOperation } from "../../operations/metering/Call.ts"
import { Metering } from "../../operations/metering/Metering.ts"
import { labelled } from "../../runtime/MetricLabels.ts"
import { RateLimiter } from "../../runtime/RateLimiter.ts"
import { requireQuota } from "../http/RateLimit.ts"
import type { Json } from "../../operations/parameters/JsonSchema.ts"
import { Settings } from "../../runtime/Settings.ts"
import { answered, defectResult, failed, isProblem, problemText, tooLong } from "./ToolResult.ts"
import type { McpTool } from "./Tools.ts"
import { type Charged, nameOf, Undelivered } from "./Undelivered.ts"

/** Clients take about 25,000. */
const maxTokens = 20_000
/** For everything but the rows. */
const envelopeTokens = 250

const asciiPerToken = 4

/** An estimate that is rather too high: a letter outside ASCII, such as a Chinese character, counts as a token. */
export const tokensOf = (text: string): number => {
  let ascii = 0
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) < 128) ascii++
  return ascii / asciiPerToken + (text.length - ascii)
}

export const fits = (rows: ReadonlyArray<unknown>): number => {
  let tokens = envelopeTokens
  const excess = rows.findIndex((row) => {
    tokens += tokensOf(`${JSON.stringify(row)},`)
    return tokens > maxTokens
  })
  return excess === -1 ? rows.length : Math.max(1, excess)
}

/**
 * Interrupts the work when its time is up, and waits until it has stopped: only then is it certain whether it was charged,
 * which `late` may have to say.
 */
export const withinTime = <A, E, R>(work: Effect.Effect<A, E, R>, limit: Duration.Duration, late: () => A) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(work)
    const ended = yield* Effect.timeoutOption(Fiber.await(fiber), limit)
    if (Option.isSome(ended)) return yield* ended.value
    yield* Fiber.interrupt(fiber)
    return late()
  })

export interface ToolCall {
  readonly caller: Caller["Service"]
  readonly requestId: string | null
  readonly args: Json
  /** Told of an answer as soon as it is charged. */
  readonly charged: (charged: Charged) => void
}

/** The answer of an operation; of those with a tool, none needs a scope. */
export interface ToolAnswer extends MeteredOperation<never, object, unknown, Scope.Scope> {
  readonly resume?: (cursor: string, call: ContinuedCall) => Effect.Effect<Answer<object>, unknown>
}

const calls = labelled(
  Metric.counter("mcp_calls_total", {
    description: "MCP tool calls, by outcome: ok, timeout, cancelled, failed, or the code of the problem",
    incremental: true
  }),
  "tool",
  "outcome"
)

const isInvalidKey = (error: unknown): error is InvalidApiKey => isProblem(error) && error.code === "invalid_api_key"

export const makeCallTool = Effect.gen(function* () {
  const { mcpTimeout } = yield* Settings
  const limiter = yield* RateLimiter
  const { checkCaller } = yield* Metering
  const undelivered = yield* Undelivered

  const run = Effect.fnUntraced(function* (
    tool: McpTool,
    { call, resume }: ToolAnswer,
    given: ToolCall,
    charged: (answer: Answer<object>) => unknown
  ) {
    const { caller, requestId, args } = given
    const decoded = yield* Effect.tapError(tool.decode(args), () => checkCaller(caller))
    const fitting = tool.isWhole ? null : fits
    if (decoded.cursor !== null && resume !== undefined) {
      return yield* resume(decoded.cursor, { caller, requestId, fits: fitting })
    }
    const metered = { caller, requestId, idempotency: null, dryRun: false, fits: fitting, charged }
    return yield* call(decoded.request, metered)
  }, Effect.scoped)

  const answer = Effect.fnUntraced(function* (tool: McpTool, operation: ToolAnswer, given: ToolCall) {
    const { caller, args } = given
    const { name } = tool.definition
    // A revoked key must learn nothing about limits, and get no answer that was kept.
    yield* Effect.tapError(requireQuota(limiter, caller.accountId), () => checkCaller(caller))
    let paid: CallToolResult | undefined
    const pay = (result: CallToolResult) => {
      paid = result
      given.charged({ accountId: caller.accountId, name: nameOf(caller, name, args), result })
      return result
    }
    const kept = yield* undelivered.take(nameOf(caller, name, args))
    if (kept !== undefined) return yield* Effect.map(checkCaller(caller), () => pay(kept))
    const running = run(tool, operation, given, (charged) => pay(answered(name, charged)))
    return yield* withinTime(
      Effect.map(running, (result) => paid ?? answered(name, result)),
      mcpTimeout,
      () => paid ?? failed(tooLong(name, mcpTimeout, args["cursor"] !== undefined))
    )
  })

  /** Fails when the caller's key is no longer in force. */
  return (tool: McpTool, operation: ToolAnswer, given: ToolCall): Effect.Effect<CallToolResult, InvalidApiKey> => {
    const count = (outcome: string) => Metric.update(calls(tool.definition.name, outcome), 1)
    const counted = Effect.tap(answer(tool, operation, given), ({ isError }) =>
      count(isError === true ? "timeout" : "ok")
    )
    return Effect.catchCause(counted, (cause): Effect.Effect<CallToolResult, InvalidApiKey> => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.andThen(count("cancelled"), Effect.interrupt)
      const error = Result.getOrUndefined(Cause.findError(cause))
      if (isInvalidKey(error)) return Effect.andThen(count(error.code), Effect.fail(error))
      return isProblem(error)
        ? Effect.as(count(error.code), failed(problemText(error)))
        : Effect.andThen(count("failed"), defectResult(cause, given.requestId))
    })
  }
})
