/**
 * Bursts and paces on the embedded database. Only the server can open it, so all events are made before the server starts,
 * and fall due at planned times.
 */
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Bench, type Burst, burstOfPeer, dueAt, watchBurst } from "./Bursts.ts"
import type { Events } from "./Customers.ts"
import { type Delays, dueTimes, type Pace, pacedFrom, sleepUntil, watchPace } from "./Paced.ts"
import type { Peer } from "./Peers.ts"

const hourMillis = 3_600_000
/** From the end of the preparation to the first events: closing the database and starting the server. */
const startMillis = 20_000
const burstMillis = 20_000
const pauseMillis = 5_000
/** For the last results of a burst. */
const recordMillis = 2_000

export interface Plan {
  /** When each burst falls due. The first one warms the server up. */
  readonly bursts: ReadonlyArray<number>
  readonly paces: ReadonlyArray<{ readonly from: number; readonly pace: Pace }>
  readonly due: ReadonlyMap<string, number>
}

/** Makes all events. */
export const plan = Effect.fnUntraced(function* (
  { targets }: Bench,
  events: Events,
  count: number,
  turns: number,
  wanted: ReadonlyArray<Pace>
) {
  const sql = yield* SqlClient.SqlClient
  const base = (yield* Clock.currentTimeMillis) + hourMillis
  const bursts = Array.from({ length: turns + 1 }, (_, turn) => base + turn * burstMillis)
  let next = base + bursts.length * burstMillis
  const paces = wanted.map((pace) => {
    const from = next
    next += pace.seconds * 1_000 + pauseMillis
    return { from, pace }
  })
  for (const from of bursts) yield* events.schedule(dueAt(targets, count, from))
  for (const { from, pace } of paces) yield* events.schedule(pacedFrom(targets, from, pace))
  // Nobody knew before how long that would take.
  const shift = (yield* Clock.currentTimeMillis) + startMillis - base
  const interval = sql`make_interval(secs => ${shift / 1_000})`
  yield* sql`UPDATE webhook_events SET due_at = due_at + ${interval}, created_at = created_at + ${interval}`
  yield* sql`UPDATE webhook_queues SET next_at = next_at + ${interval}`
  return {
    bursts: bursts.map((from) => from + shift),
    paces: paces.map(({ from, pace }) => ({ from: from + shift, pace })),
    due: yield* dueTimes
  } satisfies Plan
})

/** Follows the plan, with a burst of the floor after each of the product. */
export const follow = Effect.fnUntraced(function* (
  bench: Bench,
  pid: number,
  { bursts, paces, due }: Plan,
  count: number,
  floor: { readonly peer: Peer; readonly concurrency: number }
) {
  const product: Array<Burst> = []
  const ofFloor: Array<Burst> = []
  for (const from of bursts) {
    product.push(yield* watchBurst(bench, { pid, from, count, finished: Effect.sleep(recordMillis) }))
    ofFloor.push(yield* burstOfPeer(bench, floor.peer, count, floor.concurrency))
  }
  const delays: Array<{ readonly pace: Pace; readonly delays: Delays }> = []
  for (const { from, pace } of paces) {
    yield* sleepUntil(from)
    const pacing = Effect.as(sleepUntil(from + pace.seconds * 1_000), due)
    delays.push({ pace, delays: yield* watchPace(bench, pid, pace, pacing) })
  }
  return { product: product.slice(1), floor: ofFloor.slice(1), delays }
})
