/**
 * Events at an even pace. "Scheduled" ones are made beforehand and fall due one after the other, as retries do; "live" ones
 * are made while the benchmark runs, as those of rounds are, and are due at once.
 */
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { microsOf, microsOfFamily } from "../Cpu.ts"
import { quantile } from "../Quantiles.ts"
import type { Bench } from "./Bursts.ts"
import type { Due, Events, Target } from "./Customers.ts"
import type { Peer } from "./Peers.ts"

const graceMillis = 60_000
const beginMillis = 1_000
/** Making an event takes less. */
const preparationMillis = 1.5
const tickMillis = 10
const makersAtOnce = 4

export interface Pace {
  /** Events a second. */
  readonly rate: number
  readonly seconds: number
}

/** Milliseconds from due to received. */
export interface Delays {
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
  readonly senderMicros: number
  readonly postgresMicros: number
}

export const sleepUntil = (time: number) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.sleep(Math.max(0, time - now)))

/** Events of the targets in turn. */
export const pacedFrom = (targets: ReadonlyArray<Target>, from: number, { rate, seconds }: Pace): ReadonlyArray<Due> =>
  Array.from({ length: seconds * rate }, (_, index) => index).flatMap((index) => {
    const target = targets[index % targets.length]
    return target === undefined ? [] : [{ target, dueAt: Math.round(from + (index * 1_000) / rate) }]
  })

/** When each event fell due; events are made with this as their time of creation. */
export const dueTimes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly id: string; readonly millis: number }>`
    SELECT id, (extract(epoch FROM created_at) * 1000)::float8 AS millis FROM webhook_events`
  return new Map(rows.map(({ id, millis }) => [id, millis]))
})

/** Runs while events fall due, and waits for all of them. */
export const watchPace = Effect.fnUntraced(function* <E, R>(
  bench: Bench,
  pid: number,
  { rate, seconds }: Pace,
  pacing: Effect.Effect<ReadonlyMap<string, number>, E, R>
) {
  const { receiver, postgresPid } = bench
  const cpu = () => ({ sender: microsOf(pid), postgres: postgresPid === undefined ? 0 : microsOfFamily(postgresPid) })
  const count = rate * seconds
  const before = cpu()
  const times = yield* pacing
  yield* receiver.waitFor(count, graceMillis)
  const after = cpu()
  const { arrivals } = yield* receiver.take
  const delays = arrivals.map(({ key, millis }) => millis - (times.get(key) ?? Number.NaN)).toSorted((a, b) => a - b)
  return {
    p50: quantile(delays, 0.5),
    p95: quantile(delays, 0.95),
    p99: quantile(delays, 0.99),
    max: delays.at(-1) ?? Number.NaN,
    senderMicros: (after.sender - before.sender) / count,
    postgresMicros: (after.postgres - before.postgres) / count
  } satisfies Delays
})

export const scheduledProduct = Effect.fnUntraced(function* (bench: Bench, pid: number, events: Events, pace: Pace) {
  const from = (yield* Clock.currentTimeMillis) + beginMillis + preparationMillis * pace.rate * pace.seconds
  yield* events.schedule(pacedFrom(bench.targets, from, pace))
  const times = yield* dueTimes
  yield* sleepUntil(from)
  const pacing = Effect.as(sleepUntil(from + pace.seconds * 1_000), times)
  return yield* watchPace(bench, pid, pace, pacing)
})

/** Calls `make` with the events of each tick. */
const inTicks = <E, R>(
  { targets }: Bench,
  { rate, seconds }: Pace,
  atOnce: number,
  make: (targets: ReadonlyArray<Target>) => Effect.Effect<unknown, E, R>
) =>
  Effect.gen(function* () {
    const from = (yield* Clock.currentTimeMillis) + tickMillis
    const ofTick = (rate * tickMillis) / 1_000
    const accounts = [...Map.groupBy(targets, ({ accountId }) => accountId).values()]
    yield* Effect.forEach(
      Array.from({ length: (seconds * 1_000) / tickMillis }, (_, tick) => tick),
      (tick) => {
        const own = accounts[tick % accounts.length] ?? []
        const some = Array.from({ length: ofTick }, (_, index) => own[index % own.length]).flatMap((one) => one ?? [])
        return Effect.andThen(sleepUntil(from + tick * tickMillis), make(some))
      },
      { concurrency: atOnce, discard: true }
    )
  })

export const liveProduct = (bench: Bench, pid: number, events: Events, pace: Pace) =>
  watchPace(bench, pid, pace, Effect.andThen(inTicks(bench, pace, makersAtOnce, events.make), dueTimes))

export const livePeer = Effect.fnUntraced(function* (bench: Bench, peer: Peer, pace: Pace, concurrency: number) {
  const times = new Map<string, number>()
  const make = Effect.fnUntraced(function* (targets: ReadonlyArray<Target>) {
    const now = yield* Clock.currentTimeMillis
    const jobs = targets.map(({ endpointId, url, secret }) => {
      const key = randomUUID()
      times.set(key, now)
      return { key, endpoint: endpointId, url, secret, body: bench.body }
    })
    yield* peer.queue(jobs)
  })
  yield* peer.work(yield* Clock.currentTimeMillis, concurrency)
  const delays = yield* watchPace(bench, peer.pid, pace, Effect.as(inTicks(bench, pace, 1, make), times))
  yield* peer.rest
  return delays
})
