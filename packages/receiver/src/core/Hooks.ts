import type { EventContext } from "./Context.ts"
import type { FailureCode, ReceiverError } from "./Errors.ts"
import type { WebhookEvent } from "./Event.ts"
import { functionOption, maxPrintedCharacters } from "./Limits.ts"

export interface Timing {
  /** From the call of the receiver to its answer: body, signature, store and handler. */
  readonly durationMs: number
}

/** For logs and metrics. They are not waited for, and what they throw is ignored. */
export interface Hooks {
  /** Every event whose handler ran and is recorded as handled. */
  readonly onHandled?: ((event: WebhookEvent, context: EventContext, timing: Timing) => unknown) | undefined
  /** Every event that was acknowledged without running the handler. */
  readonly onDuplicate?: ((event: WebhookEvent, context: EventContext, timing: Timing) => unknown) | undefined
  /**
   * Every request that was not acknowledged, and every claim that could not be released. Default: one line on the
   * console for what failed on this side, nothing for what a stranger can cause.
   */
  readonly onError?: ((error: ReceiverError, timing: Timing) => unknown) | undefined
}

/** A hook that throws, or rejects later, must neither change the answer nor bring the process down. */
function notifier<Arguments extends ReadonlyArray<unknown>>(
  name: string,
  hook: (...parameters: Arguments) => unknown
): (...parameters: Arguments) => void {
  const checked = functionOption(name, hook)
  return (...parameters) => {
    const call = async () => checked(...parameters)
    call().catch(() => {})
  }
}

const ownFailures = new Set<FailureCode>([
  "handler_failed",
  "rule_map_failed",
  "store_failed",
  "lease_lost",
  "internal_error"
])

/** Whether it failed on this side: the handler, the map of rules, the store or the receiver itself, and not the request. */
export const isOwnFailure = ({ code }: ReceiverError): boolean => ownFailures.has(code)

/** One line, whatever the texts contain: a handler may well put a stranger's caption into its error. */
function lineOf({ code, message, eventKey, cause }: ReceiverError): string {
  const event = eventKey === null ? "" : ` (${eventKey})`
  const because = cause === undefined ? "" : ` ${String(cause)}`
  const line = `@heddle/receiver: ${code}${event}: ${message}${because}`
  const clean = line.replaceAll(/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu, " ")
  return clean.length > maxPrintedCharacters ? `${clean.slice(0, maxPrintedCharacters)}…` : clean
}

function print(error: ReceiverError): void {
  if (isOwnFailure(error)) console.error(lineOf(error))
}

export const makeHooks = ({ onHandled = () => {}, onDuplicate = () => {}, onError = print }: Hooks) => ({
  handled: notifier("onHandled", onHandled),
  duplicate: notifier("onDuplicate", onDuplicate),
  error: notifier("onError", onError)
})

/** Milliseconds since now. Not the wall clock, which may be set back. */
export function stopwatch(): () => Timing {
  const startMs = performance.now()
  return () => ({ durationMs: performance.now() - startMs })
}
