/**
 * How fast Heddle may send to an endpoint, learnt from its responses. Pure.
 *
 * - Concurrency: requests in flight at once. It grows by one with each quick answer and halves when no answer comes, so
 *   that an endpoint that hangs occupies one slot.
 * - Slow endpoints share a part of each process's slots, so that the others always find free ones (`InFlight.ts`).
 * - Circuit breaker: after several failures in a row all attempts wait; then one attempt at a time is a trial. A success
 *   closes the breaker. It only delays: an attempt that is not made uses up no retry.
 * - Pause: after a 429 or 503 with `Retry-After`, all attempts wait until then, however an attempt that had begun before
 *   ends. One at a time follows, as with a new endpoint.
 */
import { plusMillis } from "../../runtime/Time.ts"
import { pauseMillis } from "./RetryPolicy.ts"
import type { AttemptResult } from "./Sender.ts"

const maxConcurrency = 32
/** An endpoint that takes longer to answer is slow. */
export const slowMillis = 1_000
const failuresToOpen = 10
const firstDelayMillis = 30_000
const longestDelayMillis = 300_000

export interface EndpointHealth {
  readonly concurrency: number
  readonly slow: boolean
  /** Failures of the endpoint or the network since the last success. */
  readonly failures: number
  /** Of the first of these failures. */
  readonly failingSince: Date | null
  readonly lastError: string | null
  /** When the breaker opened; null while it is closed. */
  readonly openedAt: Date | null
  /** No attempt starts before; later ones are trials while `openedAt` is set. */
  readonly openUntil: Date | null
  /** The end of the pause that the endpoint asked for; no attempt starts before. */
  readonly heldUntil: Date | null
}

const delayMillis = (failures: number): number =>
  Math.min(longestDelayMillis, firstDelayMillis * 2 ** Math.min(failures - failuresToOpen, 10))

const errorOf = ({ error, statusCode }: AttemptResult): string =>
  error ?? (statusCode === null ? "No answer" : `The endpoint answered ${statusCode}`)

/** The health after a result. Our own faults say nothing about the endpoint. */
export const afterResult = (health: EndpointHealth, result: AttemptResult, at: Date): EndpointHealth => {
  if (result.faultOwner === "us") return health
  const slow = result.durationMillis >= slowMillis
  const heldUntil = laterOf(health.heldUntil, plusMillis(at, pauseMillis(result.retryAfterMillis)), at)
  if (result.delivered) {
    const grows = !slow && heldUntil === null
    return {
      concurrency: grows ? Math.min(maxConcurrency, health.concurrency + 1) : health.concurrency,
      slow,
      failures: 0,
      failingSince: null,
      lastError: null,
      openedAt: null,
      openUntil: null,
      heldUntil
    }
  }
  // Several requests can be in flight when the breaker opens; the results of the others are not trials.
  const isTrial = health.openedAt === null || plusMillis(at, -result.durationMillis) >= health.openedAt
  const failures = health.failures + (isTrial ? 1 : 0)
  const opens = failures >= failuresToOpen
  const openUntil = isTrial ? plusMillis(at, delayMillis(failures)) : health.openUntil
  return {
    concurrency: concurrencyAfterFailure(health.concurrency, result),
    slow,
    failures,
    failingSince: health.failingSince ?? at,
    lastError: errorOf(result),
    openedAt: opens ? (health.openedAt ?? at) : null,
    openUntil: opens ? openUntil : null,
    heldUntil
  }
}

/** The later of these times, if it is still to come. */
const laterOf = (one: Date | null, other: Date | null, at: Date): Date | null => {
  const later = one === null || (other !== null && other > one) ? other : one
  return later !== null && later > at ? later : null
}

const concurrencyAfterFailure = (concurrency: number, { statusCode, retryAfterMillis }: AttemptResult): number => {
  if (pauseMillis(retryAfterMillis) > 0) return 1
  return statusCode === null ? Math.max(1, Math.floor(concurrency / 2)) : concurrency
}

/** When the breaker and the pause let the next attempt start; null when they do now. */
export const closedUntil = ({ openUntil, heldUntil }: Pick<EndpointHealth, "openUntil" | "heldUntil">, at: Date) =>
  laterOf(openUntil, heldUntil, at)

/** Attempts that may start now beside those in flight. */
export const freeConcurrency = (health: EndpointHealth, inFlight: number, at: Date): number => {
  if (health.openedAt === null) return Math.max(0, health.concurrency - inFlight)
  return closedUntil(health, at) !== null || inFlight > 0 ? 0 : 1
}
