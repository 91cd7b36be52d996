/** `npm run bench -- rate-limit`: what a receiver sees of the rate limit when several processes send to one endpoint. */
import { Clock, Console, Effect, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { createDatabase } from "../Connection.ts"
import { describeServer, productOn, serverSettings, temporaryFolder } from "../Product.ts"
import { jsonFlag, machine, print, round, seedFlag } from "../Report.ts"
import { type Due, makeEvents, makeTargets, writePosts } from "./Customers.ts"
import { mostInWindow, orderOf } from "./Arrivals.ts"
import { startReceiver } from "./Receiver.ts"
import type { Arrival } from "./Receiving.ts"
import { settings, startServer } from "./Server.ts"

const limit = 1_000
const windowMillis = 60_000
const postCount = 1_000
const startMillis = 10_000
const spareMillis = 120_000

const flags = {
  json: jsonFlag,
  seed: seedFlag,
  events: Flag.Int("events").pipe(Flag.withDescription("Events of the burst"), Flag.withDefault(10_000)),
  processes: Flag.Int("processes").pipe(Flag.withDescription("Sending processes"), Flag.withDefault(3))
}

/** Attempts by event, in the order of creation; and the retries that were used up. */
const storedEvents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ readonly id: string; readonly attempt: number; readonly failures: number }>`
    SELECT id, attempt, failures FROM webhook_events ORDER BY sequence`
})

interface Burst {
  readonly url: string
  readonly dataDir: string
  readonly seed: number
  readonly events: number
  readonly processes: number
}

const burst = Effect.fnUntraced(function* ({ url, dataDir, seed, events, processes }: Burst) {
  yield* Console.log(yield* describeServer)
  const receiver = yield* startReceiver(1)
  const made = makeEvents(yield* writePosts(seed, postCount))
  const [target] = yield* makeTargets([receiver.urlOf(0, "now")], Math.ceil(events / postCount))
  if (target === undefined) return yield* Effect.die(new Error("no endpoint"))
  const dueAt = (yield* Clock.currentTimeMillis) + startMillis * processes
  yield* made.schedule(Array.from({ length: events }, (): Due => ({ target, dueAt })))
  for (let index = 0; index < processes; index += 1) {
    yield* startServer({ dataDir: join(dataDir, String(index)), env: { DATABASE_URL: url } })
  }
  yield* receiver.waitFor(events, Math.ceil(events / limit) * windowMillis + spareMillis)
  const { arrivals } = yield* receiver.take
  // Of the last results.
  yield* Effect.sleep("2 seconds")
  return { arrivals, stored: yield* storedEvents }
})

const report = (arrivals: ReadonlyArray<Arrival>, stored: Effect.Success<typeof storedEvents>) => {
  const places = new Map(stored.map(({ id }, index) => [id, index]))
  const first = arrivals.filter(({ attempt }) => attempt === 1)
  const times = arrivals.map(({ millis }) => millis).toSorted((a, b) => a - b)
  return {
    requests: arrivals.length,
    most: mostInWindow(times, windowMillis),
    seconds: ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000,
    order: orderOf(first.map(({ key }) => places.get(key) ?? Number.NaN)),
    retries: stored.filter(({ attempt, failures }) => attempt !== 1 || failures > 0).length
  }
}

export const rateLimit = Command.make(
  "rate-limit",
  flags,
  Effect.fn(function* ({ json, seed, events, processes }) {
    const { url: serverUrl } = yield* PostgresServer.start({ settings: serverSettings })
    const dataDir = yield* temporaryFolder
    const url = yield* createDatabase(Redacted.value(serverUrl), "heddle")
    yield* Console.log(machine())
    const { arrivals, stored } = yield* Effect.provide(
      burst({ url, dataDir, seed, events, processes }),
      productOn(Redacted.make(url), settings)
    )
    const seen = report(arrivals, stored)
    yield* Console.log(
      `${events} events of one endpoint, ${processes} processes: ${seen.requests} requests in ${round(seen.seconds)} s, at ` +
        `most ${seen.most} in any 60 s (limit ${limit}); ${seen.retries} events with a retry; ${seen.order.inversions} of ` +
        `${seen.order.pairs} pairs in another order than they were made, displaced by ${seen.order.p95Displacement} places ` +
        `at p95, ${seen.order.maxDisplacement} at most\n${machine()}`
    )
    yield* print(json, [
      {
        name: "rate-limit",
        metric: "requests in any 60 s, at most",
        value: seen.most,
        unit: "requests",
        peers: { limit },
        ratio: { limit: round(seen.most / limit, 3) },
        sizes: { events, processes, seconds: round(seen.seconds), retries: seen.retries, seed, ...seen.order }
      }
    ])
  }, Effect.scoped)
).pipe(Command.withDescription("A burst for one endpoint from several processes, as its receiver sees it"))
