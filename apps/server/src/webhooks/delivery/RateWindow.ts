/**
 * The rate limit of an endpoint: at most 1,000 requests in any 60 seconds (service.md, "Delivery"), as a true sliding
 * window over the seconds in which requests were sent. A request takes a slot of the window when its attempt is claimed.
 * One that is sent later than a second after that takes the slot of the second in which it was sent instead, and one that
 * is never sent gives its slot back. Pure.
 */

export const requestsPerWindow = 1_000
const windowSeconds = 60
/** A slot stands for a request sent within its second or the next one. */
const slotSeconds = 2
/** How much later than another request one may arrive than it was sent. */
const networkMarginSeconds = 1
const spanSeconds = windowSeconds + slotSeconds + networkMarginSeconds

/** A request that is sent later than this after its claim needs a new slot. */
export const slotMillis = 1_000

/** Unix seconds and the requests of each, oldest first. */
export type RateWindow = ReadonlyArray<readonly [second: number, requests: number]>

const secondOf = (time: Date): number => Math.floor(time.getTime() / 1_000)

const live = (window: RateWindow, at: Date): RateWindow =>
  window.filter(([second]) => second > secondOf(at) - spanSeconds)

const add = (window: RateWindow, second: number, change: number): RateWindow => {
  const counts = new Map(window)
  counts.set(second, (counts.get(second) ?? 0) + change)
  return [...counts].filter(([, requests]) => requests > 0).toSorted(([a], [b]) => a - b)
}

/** Requests that may be claimed now. */
export const freeSlots = (window: RateWindow, at: Date): number =>
  Math.max(0, requestsPerWindow - live(window, at).reduce((sum, [, requests]) => sum + requests, 0))

/** When the next slot becomes free; null when one is free now. */
export const nextSlotAt = (window: RateWindow, at: Date): Date | null => {
  let excess = live(window, at).reduce((sum, [, requests]) => sum + requests, 0) - requestsPerWindow
  if (excess < 0) return null
  for (const [second, requests] of live(window, at)) {
    excess -= requests
    if (excess < 0) return new Date((second + spanSeconds) * 1_000)
  }
  return null
}

export const takeSlots = (window: RateWindow, at: Date, requests: number): RateWindow =>
  requests === 0 ? live(window, at) : add(live(window, at), secondOf(at), requests)

/** Corrects the slot of a request that was claimed at `claimedAt`, once it is known when and how often it was sent, if it was. */
export const correctSlot = (
  window: RateWindow,
  claimedAt: Date,
  sentAt: Date | null,
  sentTwice = false
): RateWindow => {
  const corrected = movedSlot(window, claimedAt, sentAt)
  return sentAt !== null && sentTwice ? add(corrected, secondOf(sentAt), 1) : corrected
}

const movedSlot = (window: RateWindow, claimedAt: Date, sentAt: Date | null): RateWindow => {
  if (sentAt !== null && sentAt.getTime() - claimedAt.getTime() <= slotMillis) return window
  const given = window.find(([second]) => second === secondOf(claimedAt))
  const returned = given === undefined ? window : add(window, secondOf(claimedAt), -1)
  return sentAt === null ? returned : add(returned, secondOf(sentAt), 1)
}
