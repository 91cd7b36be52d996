/**
 * Retry schedule (decisions, "Webhooks"): 10 retries after the first attempt, with a back-off of 30 s × 2^n. Jitter only
 * delays; `Retry-After` is honored up to one hour. Pure.
 */
import { hourMillis } from "../../runtime/Time.ts"

export const maxRetries = 10
const baseMillis = 30_000
/** Adds up to 10 % to each delay, to spread retries that failed together. */
const jitterShare = 0.1
const maxRetryAfterMillis = hourMillis

/**
 * Milliseconds until the next attempt after `failures` failed ones (from 1), or null when no retry is left.
 * `jitter` is a random number in [0, 1).
 */
export const retryDelayMillis = (failures: number, jitter: number, retryAfterMillis: number | null): number | null => {
  if (failures > maxRetries) return null
  const backoff = baseMillis * 2 ** (failures - 1)
  const requested = Math.min(retryAfterMillis ?? 0, maxRetryAfterMillis)
  return Math.max(Math.round(backoff * (1 + jitterShare * jitter)), requested)
}

/** Parses `Retry-After` (seconds or an HTTP date) into milliseconds; null when absent or invalid. */
export const parseRetryAfter = (value: string | undefined, nowMillis: number): number | null => {
  if (value === undefined) return null
  if (/^\d{1,9}$/.test(value.trim())) return Number(value.trim()) * 1000
  // `Date.parse` alone accepts almost anything.
  const date = /^[A-Z][a-z]{2}, \d{2} /.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - nowMillis)
}
