/** How patient the tool is with the API. A reference, so that tests need not wait. */
import { Context } from "effect"

export interface RetryPolicyOptions {
  /** The first attempt included. */
  readonly maxAttempts: number
  /** Before the second attempt when the API names no time; doubled each time. */
  readonly firstDelayMs: number
  /** A longer `Retry-After` ends the run instead. */
  readonly maxRetryAfterMs: number
  /** From sending a request to the end of its answer. */
  readonly requestTimeoutMs: number
}

export const RetryPolicy = Context.Reference<RetryPolicyOptions>("@heddle/rule-sync/apply/RetryPolicy", {
  defaultValue: () => ({ maxAttempts: 5, firstDelayMs: 500, maxRetryAfterMs: 120_000, requestTimeoutMs: 30_000 })
})
