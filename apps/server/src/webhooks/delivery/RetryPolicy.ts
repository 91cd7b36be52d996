/**
 * When to try again (decisions, "Webhooks"): 10 retries after the first attempt, after about 30 s × 2^n, jitter only
 * later and never earlier, `Retry-After` honoured up to an hour. Pure.
 */
import { hourMillis } from "../../runtime/Time.ts"

export const maxRetries = 10
const baseMillis = 30_000
/** Spread of an hour's retries over 10 % of their delay, so that many do not come back at once. */
const jitterShare = 0.1
const maxRetryAfterMillis = hourMillis

/**
 * Milliseconds until the next attempt after `failures` failed ones, or null when none is left.
 * `jitter` is a random number in [0, 1).
 */
export const retryDelayMillis = (failures: number, jitter: number, retryAfterMillis: number | null): number | null => {
  if (failures > maxRetries) return null
  const backoff = baseMillis * 2 ** (failures - 1)
  const asked = Math.min(retryAfterMillis ?? 0, maxRetryAfterMillis)
  return Math.max(Math.round(backoff * (1 + jitterShare * jitter)), asked)
}

/** `Retry-After` in milliseconds: delta seconds or an HTTP date; null when absent or unreadable. */
export const parseRetryAfter = (value: string | undefined, nowMillis: number): number | null => {
  if (value === undefined) return null
  if (/^\d{1,9}$/.test(value.trim())) return Number(value.trim()) * 1000
  // `Date.parse` alone takes almost anything for a date.
  const date = /^[A-Z][a-z]{2}, \d{2} /.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - nowMillis)
}
