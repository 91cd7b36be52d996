/** Bursts: all events fall due at one moment. Their rate counts at the receiver, up to the last one. */
import { Clock, Effect } from "effect"
import { randomUUID } from "node:crypto"
import { microsOf, microsOfFamily } from "../Cpu.ts"
import type { Job } from "./Client.ts"
import type { Due, Target } from "./Customers.ts"
import type { Arrival } from "./Receiving.ts"
import type { Peer } from "./Peers.ts"
import type { Receiver } from "./Receiver.ts"

/** Far more than any way takes. */
const longestMillis = 180_000

export interface Burst {
  /** Events a second. */
  readonly rate: number
  /** CPU time an event, until all results are recorded. */
  readonly senderMicros: number
  readonly postgresMicros: number
  readonly receiverMicros: number
}

export interface Bench {
  readonly receiver: Receiver
  readonly targets: ReadonlyArray<Target>
  /** Absent without PostgreSQL. */
  readonly postgresPid: number | undefined
  /** What the product sent, for the other ways to send. */
  body: string
}

interface Running {
  readonly pid: number
  /** When the events fall due (Unix time). */
  readonly from: number
  readonly count: number
  /** Until all results are recorded. */
  readonly finished: Effect.Effect<unknown>
}

const requireOnce = (arrivals: ReadonlyArray<Arrival>, count: number) => {
  const keys = new Set(arrivals.map(({ key }) => key)).size
  return arrivals.length === count && keys === count
    ? Effect.void
    : Effect.die(new Error(`${count} events gave ${arrivals.length} requests with ${keys} keys`))
}

const waitUntil = (millis: number) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    now > millis ? Effect.die(new Error(`the burst began ${now - millis} ms too late`)) : Effect.sleep(millis - now)
  )

/** Waits for a burst that is prepared. */
export const watchBurst = Effect.fnUntraced(function* (bench: Bench, { pid, from, count, finished }: Running) {
  const { receiver, postgresPid } = bench
  const cpu = () => ({ sender: microsOf(pid), postgres: postgresPid === undefined ? 0 : microsOfFamily(postgresPid) })
  yield* waitUntil(from)
  const before = cpu()
  const receiverBefore = microsOf(receiver.pid)
  yield* receiver.waitFor(count, longestMillis)
  const receiverAfter = microsOf(receiver.pid)
  yield* finished
  const after = cpu()
  const { arrivals, body } = yield* receiver.take
  bench.body = body
  yield* requireOnce(arrivals, count)
  const last = arrivals.reduce((latest, { millis }) => Math.max(latest, millis), from)
  return {
    rate: count / ((last - from) / 1000),
    senderMicros: (after.sender - before.sender) / count,
    postgresMicros: (after.postgres - before.postgres) / count,
    receiverMicros: (receiverAfter - receiverBefore) / count
  } satisfies Burst
})

/** Events for all endpoints in turn, due at one time. */
export const dueAt = (targets: ReadonlyArray<Target>, count: number, time: number): ReadonlyArray<Due> =>
  Array.from({ length: Math.ceil(count / targets.length) }, () =>
    targets.map((target): Due => ({ target, dueAt: time }))
  )
    .flat()
    .slice(0, count)

export const jobsOf = ({ targets, body }: Bench, count: number): ReadonlyArray<Job> =>
  dueAt(targets, count, 0).map(({ target }) => ({
    key: randomUUID(),
    endpoint: target.endpointId,
    url: target.url,
    secret: target.secret,
    body
  }))

const startMillis = 300

export const burstOfPeer = Effect.fnUntraced(function* (bench: Bench, peer: Peer, count: number, concurrency: number) {
  yield* peer.queue(jobsOf(bench, count))
  const from = (yield* Clock.currentTimeMillis) + startMillis
  const work = Effect.andThen(peer.work(from, concurrency), Effect.void)
  const watch = watchBurst(bench, { pid: peer.pid, from, count, finished: peer.rest })
  const [, burst] = yield* Effect.all([work, watch], { concurrency: 2 })
  return burst
})
