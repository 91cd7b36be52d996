/** A run of the isolation benchmark: healthy endpoints alone, then the same beside endpoints that do not answer. */
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { quantile } from "../Quantiles.ts"
import { type Due, makeEvents, makeTargets, writePosts } from "./Customers.ts"
import { orderOf } from "./Arrivals.ts"
import { dueTimes, pacedFrom, sleepUntil } from "./Paced.ts"
import { type Receiver, startReceiver } from "./Receiver.ts"
import type { Arrival } from "./Receiving.ts"

const healthyCount = 20
const healthyRate = 50
const postCount = 1_000
const backlog = 50_000
/** What the server may need after the last healthy event is due. */
const graceMillis = 3_000
const restMillis = 2_000
/** Making the healthy events takes less. */
const beginMillis = 12_000
const hourMillis = 3_600_000

export interface Scenario {
  readonly title: string
  readonly bad: number
  /** How the others answer: `never`, `after/MILLIS`, or `until` they are made to hang. */
  readonly kind: string
}

/** Milliseconds from due to received, of healthy events. One that did not come counts as infinite. */
export interface Delays {
  readonly p50: number
  readonly p95: number
  readonly max: number
  readonly received: number
  readonly due: number
}

const delaysOf = (all: ReadonlyArray<number>, due: number): Delays => {
  const missing = Array.from({ length: Math.max(0, due - all.length) }, () => Number.POSITIVE_INFINITY)
  const sorted = [...all.toSorted((a, b) => a - b), ...missing]
  return {
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    max: sorted.at(-1) ?? Number.POSITIVE_INFINITY,
    received: all.length,
    due
  }
}

const firstDelays = (arrivals: ReadonlyArray<Arrival>, healthy: string, due: ReadonlyMap<string, number>) =>
  arrivals.flatMap(({ path, key, attempt, millis }) =>
    path.includes(healthy) && attempt === 1 ? [millis - (due.get(key) ?? Number.NaN)] : []
  )

/** Some events for each, so that the server knows them as quick before they hang. */
const acquaintance = 20

const urlsOf = (receiver: Receiver, scenario: Scenario) => ({
  healthy: Array.from({ length: healthyCount }, (_, index) => receiver.urlOf(index, "now")),
  newcomers: Array.from({ length: healthyCount }, (_, index) => receiver.urlOf(healthyCount + index, "now/new")),
  bad: Array.from({ length: scenario.bad }, (_, index) => receiver.urlOf(2 * healthyCount + index, scenario.kind))
})

/** All events that were made so far fall due at this time. */
const bringForward = Effect.fnUntraced(function* (millis: number) {
  const sql = yield* SqlClient.SqlClient
  const time = new Date(millis)
  yield* sql`UPDATE webhook_events SET due_at = ${time}, created_at = ${time}`
  yield* sql`UPDATE webhook_queues SET next_at = ${time} WHERE next_at IS NOT NULL`
})

/** One scenario on a running server: its delays alone, beside the others, and of endpoints that are new by then. */
export const isolate = Effect.fnUntraced(function* (scenario: Scenario, seed: number, seconds: number) {
  const receiver = yield* startReceiver(2 * healthyCount + scenario.bad)
  const codes = yield* writePosts(seed, postCount)
  const events = makeEvents(codes)
  const urls = urlsOf(receiver, scenario)
  const each = scenario.bad === 0 ? 0 : Math.ceil(backlog / scenario.bad)
  const healthy = yield* makeTargets(urls.healthy, 1)
  const newcomers = yield* makeTargets(urls.newcomers, 1)
  const bad = yield* makeTargets(urls.bad, Math.ceil((each + acquaintance) / postCount))

  const seen: Array<Arrival> = []
  const collect = Effect.map(receiver.take, ({ arrivals }) => seen.push(...arrivals))
  const later = (yield* Clock.currentTimeMillis) + hourMillis
  yield* events.schedule(bad.flatMap((target) => Array.from({ length: each }, (): Due => ({ target, dueAt: later }))))
  const from = (yield* Clock.currentTimeMillis) + beginMillis
  const turn = from + seconds * 1_000 + restMillis
  yield* bringForward(turn)
  const quick =
    scenario.kind === "until" ? pacedFrom(bad, from, { seconds, rate: (bad.length * acquaintance) / seconds }) : []
  yield* events.schedule([...pacedFrom(healthy, from, { seconds, rate: healthyRate }), ...quick])
  yield* events.schedule([
    ...pacedFrom(healthy, turn, { seconds, rate: healthyRate }),
    // A while after the others began to hang.
    ...pacedFrom(newcomers, turn + (seconds * 1_000) / 2, { seconds: seconds / 2, rate: healthyRate })
  ])
  if ((yield* Clock.currentTimeMillis) > from) return yield* Effect.die(new Error("the machine is too slow"))
  yield* sleepUntil(turn - restMillis / 2)
  yield* collect
  if (scenario.kind === "until") yield* receiver.hang
  const alone = seen.splice(0)
  yield* sleepUntil(turn + seconds * 1_000 + graceMillis)
  yield* collect
  const due = yield* dueTimes
  return {
    alone: delaysOf(firstDelays(alone, "/now/", due).slice(0), seconds * healthyRate),
    beside: delaysOf(
      firstDelays(
        seen.filter(({ path }) => !path.includes("/new/")),
        "/now/",
        due
      ),
      seconds * healthyRate
    ),
    newcomers: delaysOf(firstDelays(seen, "/new/", due), Math.floor(seconds / 2) * healthyRate),
    requests: seen.filter(({ path }) => !path.startsWith("/now/")).length
  }
})

/** The order in which endpoints with one event each are served that fell due one after the other. */
export const serviceOrder = Effect.fnUntraced(function* (endpoints: number, seed: number) {
  const sql = yield* SqlClient.SqlClient
  const receiver = yield* startReceiver(endpoints)
  const events = makeEvents(yield* writePosts(seed, postCount))
  const targets = yield* makeTargets(
    Array.from({ length: endpoints }, (_, index) => receiver.urlOf(index, "now")),
    1
  )
  const soon = (yield* Clock.currentTimeMillis) + 3_600_000
  // Accounts have several endpoints; their events must not fall due together.
  const order = targets.map((target, index) => ({ target, place: (index * 7_919) % endpoints }))
  yield* events.schedule(order.map(({ target, place }) => ({ target, dueAt: soon + place })))
  yield* sql`UPDATE webhook_events SET due_at = due_at - interval '2 hours'`
  yield* sql`UPDATE webhook_queues SET next_at = next_at - interval '2 hours'`
  yield* sql`SELECT pg_notify('webhook_outbox', '')`
  yield* receiver.waitFor(endpoints, 60_000)
  const { arrivals } = yield* receiver.take
  const places = new Map(order.map(({ target, place }) => [new URL(target.url).pathname, place]))
  return orderOf(arrivals.map(({ path }) => places.get(path) ?? Number.NaN))
})
