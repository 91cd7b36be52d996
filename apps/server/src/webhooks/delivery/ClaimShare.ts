/** Which due events a claim takes: what is free, shared among the endpoints, within what each may have. Pure. */
import { plusMillis } from "../../runtime/Time.ts"
import { type DueRow, freeOf, type FreeSlots, type QueueRow } from "./ClaimQueries.ts"
import { closedUntil, freeConcurrency } from "./EndpointHealth.ts"
import { moves } from "./EventState.ts"
import { keyOf } from "./Queues.ts"
import { correctSlot, freeSlots, type RateWindow, takeSlots } from "./RateWindow.ts"
import { attemptDeadlineMillis } from "./Sender.ts"

const maxPerEndpoint = 32

/** How many due events of an endpoint a claim may take: an equal share of the slots for endpoints of its kind. */
export const makeShares = (free: FreeSlots, queues: ReadonlyArray<QueueRow>) => {
  const slow = queues.filter((queue) => queue.slow).length
  const share = (slots: number, endpoints: number) =>
    Math.min(maxPerEndpoint, Math.ceil(slots / Math.max(1, endpoints)))
  const [ofQuick, ofSlow] = [share(free.quick, queues.length - slow), share(free.slow, slow)]
  return (queue: QueueRow): number => (queue.slow ? ofSlow : ofQuick)
}

/** Which due events of an endpoint a claim takes, and the queue afterwards. */
export interface Taken {
  readonly queue: QueueRow
  readonly rows: ReadonlyArray<DueRow>
  /** When the first of the due events that still wait fell due; null when none is known. */
  readonly waitingSince: Date | null
}

/** Distributes the free slots over the endpoints, within what each endpoint and account may have. */
export const takeWithin = (
  locked: ReadonlyArray<QueueRow>,
  due: ReadonlyMap<string, ReadonlyArray<DueRow>>,
  free: FreeSlots,
  shareOf: (queue: QueueRow) => number,
  time: Date
): ReadonlyArray<Taken> => {
  const left = { quick: free.quick, slow: free.slow }
  const leftOf = new Map(locked.map(({ accountId }) => [accountId, { ...freeOf(free, accountId) }]))
  return locked.map((queue) => {
    const allowed = closedUntil(queue, time) !== null ? 0 : freeSlots(queue.recentSends, time)
    const kind = queue.slow ? "slow" : "quick"
    const account = leftOf.get(queue.accountId) ?? left
    let slots = Math.min(shareOf(queue), allowed, left[kind], account[kind])
    let capacity = freeConcurrency(queue, queue.inFlight, time)
    const rows: Array<DueRow> = []
    const ofQueue = due.get(keyOf(queue)) ?? []
    for (const row of ofQueue) {
      // An event that is taken over from a dead process counts as in flight already.
      const needed = row.state === moves.takeOver.to ? 0 : 1
      if (slots === 0 || capacity < needed) break
      rows.push(row)
      slots -= 1
      capacity -= needed
    }
    left[kind] -= rows.length
    account[kind] -= rows.length
    const started = rows.filter(({ state }) => state !== moves.takeOver.to).length
    const recentSends = takeSlots(rows.reduce(withLostSlot, queue.recentSends), time, rows.length)
    const waiting = ofQueue.slice(rows.length).find(({ state }) => state !== moves.takeOver.to)
    return {
      queue: { ...queue, inFlight: queue.inFlight + started, recentSends },
      rows,
      waitingSince: waiting?.dueAt ?? null
    }
  })
}

/** When a dead process sent its attempt is unknown, but it was before the deadline. */
const withLostSlot = (window: RateWindow, { attemptStartedAt }: DueRow): RateWindow =>
  attemptStartedAt === null
    ? window
    : correctSlot(window, attemptStartedAt, plusMillis(attemptStartedAt, attemptDeadlineMillis))

/** Events that were cancelled instead need neither a slot nor a place in flight. */
export const withoutDeleted = ({ queue, rows }: Taken, deleted: ReadonlySet<DueRow>, time: Date): QueueRow => {
  const cancelled = rows.filter((row) => deleted.has(row)).length
  return {
    ...queue,
    inFlight: queue.inFlight - cancelled,
    recentSends: takeSlots(queue.recentSends, time, -cancelled)
  }
}
