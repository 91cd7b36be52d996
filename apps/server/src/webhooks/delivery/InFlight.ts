/**
 * Counts the running attempts of a process and says how many more may start, so that endpoints that hang never take the
 * slots of those that answer:
 *
 * - Attempts in their first second may take a quarter of the slots. However many endpoints begin to hang at once, they do
 *   not fill more than that in a second.
 * - Attempts to slow endpoints, and all that have lasted longer than a second, share half of the slots. An endpoint with
 *   such an attempt counts as slow from then on, until it answers quickly again.
 *
 * Pure but for its counts.
 */
import type { FreeSlots } from "./ClaimQueries.ts"
import { slowMillis } from "./EndpointHealth.ts"
import type { EndpointKey } from "./Queues.ts"

/** Claimed at once, so that no transaction lasts long. */
const maxClaim = 256

interface Running {
  readonly endpoint: EndpointKey
  readonly startedAt: number
  isSlow: boolean
  isOver: boolean
}

export const makeInFlight = (slots: number) => {
  const youngSlots = Math.ceil(slots / 4)
  const slowSlots = Math.ceil(slots / 2)
  let young = 0
  let slow = 0
  /** Those that started quick, in the order of their start; may contain some that are over. */
  const started: Array<Running> = []

  const free = (): FreeSlots => {
    const left = Math.min(maxClaim, Math.max(0, slots - young - slow))
    return {
      quick: Math.min(left, Math.max(0, youngSlots - young)),
      slow: Math.min(left, Math.max(0, slowSlots - slow))
    }
  }

  /** `time` in milliseconds. Returns how to end the attempt; that in turn says whether another one may have waited for it. */
  const start = (endpoint: EndpointKey & { readonly slow: boolean }, time: number): (() => boolean) => {
    const running: Running = { endpoint, startedAt: time, isSlow: endpoint.slow, isOver: false }
    if (running.isSlow) slow += 1
    else {
      young += 1
      started.push(running)
    }
    return () => {
      const before = free()
      running.isOver = true
      if (running.isSlow) slow -= 1
      else young -= 1
      return before.quick === 0 || before.slow === 0
    }
  }

  /** Counts attempts as slow that have lasted too long by now. Returns their endpoints. */
  const age = (time: number): ReadonlyArray<EndpointKey> => {
    const endpoints: Array<EndpointKey> = []
    for (let first = started[0]; first !== undefined; first = started[0]) {
      if (!first.isOver && time - first.startedAt < slowMillis) break
      started.shift()
      if (first.isOver) continue
      first.isSlow = true
      young -= 1
      slow += 1
      endpoints.push(first.endpoint)
    }
    return endpoints
  }

  /** When the oldest young attempt makes room for others at the latest, in milliseconds; null without one. */
  const agesAt = (): number | null => {
    const first = started[0]
    return first === undefined ? null : first.startedAt + slowMillis
  }

  return { free, start, age, agesAt }
}
