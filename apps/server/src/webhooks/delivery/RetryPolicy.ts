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

/** How long an endpoint that asks for a pause is left alone. */
export const pauseMillis = (retryAfterMillis: number | null): number =>
  Math.min(retryAfterMillis ?? 0, maxRetryAfterMillis)

/**
 * Milliseconds until the next attempt after `failures` failed ones (from 1), or null when no retry is left.
 * `jitter` is a random number in [0, 1).
 */
export const retryDelayMillis = (failures: number, jitter: number, retryAfterMillis: number | null): number | null => {
  if (failures > maxRetries) return null
  const backoff = baseMillis * 2 ** (failures - 1)
  return Math.max(Math.round(backoff * (1 + jitterShare * jitter)), pauseMillis(retryAfterMillis))
}

/** The three forms of a date of HTTP (RFC 9110, 5.6.7). `Date.parse` alone accepts almost anything. */
const httpDate =
  /^[A-Z][a-z]{2,8},? (?:\d{2} [A-Z][a-z]{2} \d{4}|\d{2}-[A-Z][a-z]{2}-\d{2}|[A-Z][a-z]{2} [ \d]\d) \d{2}:\d{2}:\d{2}(?: GMT| \d{4})$/

/** Parses `Retry-After` (seconds or an HTTP date) into milliseconds; null when absent or invalid. */
export const parseRetryAfter = (value: string | undefined, nowMillis: number): number | null => {
  const text = value?.trim() ?? ""
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const date = httpDate.test(text) ? Date.parse(text.endsWith("GMT") ? text : `${text} GMT`) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - nowMillis)
}
