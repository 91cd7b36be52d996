/**
 * When a network may be asked again, from the headers of its answer; pure. Networks write the time at which their window
 * restarts in three ways: as a date, in Unix seconds, and in seconds from now.
 */
import { DateTime, Duration, Result } from "effect"
import { Headers } from "effect/http"
import { rfc3339Millis } from "./Rfc3339.ts"

/** Seconds from now are always fewer, and Unix seconds always more. */
const firstUnixTime = 1_000_000_000

const resetMillis = (value: string | undefined, now: number): number | null => {
  if (value === undefined || value.trim() === "") return null
  const number = Number(value)
  const at = Number.isNaN(number)
    ? (rfc3339Millis(value.trim()) ?? number)
    : number < firstUnixTime
      ? now + number * 1_000
      : number * 1_000
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

const retryAfterMillis = (value: string | undefined, now: number): number | null => {
  if (value === undefined) return null
  const parsed = Headers.parseRetryAfter(value)
  if (Result.isFailure(parsed)) return null
  const wait = parsed.success
  return wait._tag === "Duration"
    ? Duration.toMillis(wait.duration)
    : Math.max(0, DateTime.toEpochMillis(wait.dateTime) - now)
}

export interface RateLimit {
  /** Whether no request is left until the window restarts. */
  readonly isUsedUp: boolean
  /** How long the network asks to wait; null if it does not say. */
  readonly waitMillis: number | null
}

export const rateLimitOf = (
  status: number,
  headers: Readonly<Record<string, string | undefined>>,
  now: number
): RateLimit => {
  const remaining = headers["ratelimit-remaining"] ?? headers["x-ratelimit-remaining"]
  const reset = resetMillis(headers["ratelimit-reset"] ?? headers["x-ratelimit-reset"], now)
  return {
    isUsedUp: status === 429 || (remaining !== undefined && Number(remaining) === 0 && reset !== null),
    waitMillis: status === 429 ? (retryAfterMillis(headers["retry-after"], now) ?? reset) : reset
  }
}
