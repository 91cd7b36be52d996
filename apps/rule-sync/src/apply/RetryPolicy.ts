/** Retries and time limits. References, so that tests and single calls can have others. */
import { Context } from "effect"

export interface RetryPolicyOptions {
  /** Includes the first attempt. */
  readonly maxAttempts: number
  /** Attempts that may end in 429, which costs nothing: others may use the account's requests, too. */
  readonly maxThrottledAttempts: number
  /** Delay before the second attempt when the API sends no `Retry-After`; doubles with every attempt. */
  readonly firstDelayMs: number
  /** The run fails when a delay would be longer. */
  readonly maxRetryAfterMs: number
  /** From sending a request to the end of its response. */
  readonly requestTimeoutMs: number
}

export const RetryPolicy = Context.Reference<RetryPolicyOptions>("@heddle/rule-sync/apply/RetryPolicy", {
  defaultValue: () => ({
    maxAttempts: 5,
    maxThrottledAttempts: 100,
    firstDelayMs: 500,
    maxRetryAfterMs: 120_000,
    requestTimeoutMs: 30_000
  })
})

/** Whether a call waits when there were too many requests (429), or does without an answer. */
export const WaitsWhenThrottled = Context.Reference<boolean>("@heddle/rule-sync/apply/WaitsWhenThrottled", {
  defaultValue: () => true
})
