/** Which failures pass, and how long to wait for that. */
import { HeddleError, HeddleNetworkError } from "./Errors.ts"
import type { RetryPolicy } from "./Options.ts"

const firstBackoffMillis = 500
const maxBackoffMillis = 20_000

/** A 409 with `Retry-After` means that the first try of the call, whose answer was lost, is still running. */
const passes = ({ status, retryAfter }: HeddleError): boolean =>
  status === 408 || status === 429 || status >= 500 || (status === 409 && retryAfter !== null)

/** Milliseconds before the next try; null if there should be none. `tries` were made before. */
export function delayAfter(error: unknown, tries: number, policy: RetryPolicy): number | null {
  if (tries > policy.maxRetries) return null
  const spread = 0.5 + policy.random() / 2
  const backoff = Math.min(maxBackoffMillis, firstBackoffMillis * 2 ** (tries - 1)) * spread
  if (error instanceof HeddleNetworkError) return backoff
  if (!(error instanceof HeddleError) || !passes(error)) return null
  const asked = error.retryAfter ?? 0
  // On top of what is asked, so that callers who were turned away together do not come back together.
  return asked > policy.maxRetryAfterSeconds ? null : asked * 1_000 + backoff
}

/** Ends at once, with the signal's reason, when the signal aborts. */
export const sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", aborted)
      resolve()
    }, milliseconds)
    if (signal?.aborted) aborted()
    else signal?.addEventListener("abort", aborted, { once: true })
  })
