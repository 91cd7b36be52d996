/**
 * Counts the running attempts of a process and says how many more may start, so that endpoints that hang never take the
 * slots of those that answer:
 *
 * - Attempts in their first second may take a quarter of the slots. However many endpoints begin to hang at once, they do
 *   not fill more than that in a second.
 * - Attempts to slow endpoints, and all that have lasted longer than a second, share half of the slots. An endpoint with
 *   such an attempt counts as slow from then on, until it answers quickly again.
 * - One account may have half of either share. Without that, twenty endpoints that take just under a second to answer
 *   could keep all slots, and everybody else would wait for them.
 *
 * Pure but for its counts.
 */
import type { AccountId } from "@heddle/api"
import { freeOf, type FreeSlots } from "./ClaimQueries.ts"
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
  const ofAccount = { quick: Math.ceil(youngSlots / 2), slow: Math.ceil(slowSlots / 2) }
  let young = 0
  let slow = 0
  const taken = new Map<AccountId, { quick: number; slow: number }>()
  /** Those that started quick, in the order of their start; may contain some that are over. */
  const started: Array<Running> = []

  const free = (): FreeSlots => {
    const left = Math.min(maxClaim, Math.max(0, slots - young - slow))
    return {
      quick: Math.min(left, Math.max(0, youngSlots - young)),
      slow: Math.min(left, Math.max(0, slowSlots - slow)),
      ofAccount,
      taken
    }
  }

  const count = ({ accountId }: EndpointKey, quickMore: number, slowMore: number) => {
    young += quickMore
    slow += slowMore
    const { quick, slow: slowOnes } = taken.get(accountId) ?? { quick: 0, slow: 0 }
    const has = { quick: quick + quickMore, slow: slowOnes + slowMore }
    if (has.quick + has.slow === 0) taken.delete(accountId)
    else taken.set(accountId, has)
  }

  /** `time` in milliseconds. Returns how to end the attempt; that in turn says whether another one may have waited for it. */
  const start = (endpoint: EndpointKey & { readonly slow: boolean }, time: number): (() => boolean) => {
    const running: Running = { endpoint, startedAt: time, isSlow: endpoint.slow, isOver: false }
    count(endpoint, running.isSlow ? 0 : 1, running.isSlow ? 1 : 0)
    if (!running.isSlow) started.push(running)
    return () => {
      const before = free()
      const account = freeOf(before, endpoint.accountId)
      running.isOver = true
      count(endpoint, running.isSlow ? 0 : -1, running.isSlow ? -1 : 0)
      return [before.quick, before.slow, account.quick, account.slow].includes(0)
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
      count(first.endpoint, -1, 1)
      endpoints.push(first.endpoint)
    }
    return endpoints
  }

  /** The latest time at which the oldest young attempt frees its slot for others, in milliseconds; null without one. */
  const agesAt = (): number | null => {
    const first = started[0]
    return first === undefined ? null : first.startedAt + slowMillis
  }

  return { free, start, age, agesAt }
}
