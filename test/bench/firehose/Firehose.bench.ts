/** `npm run bench -- firehose`: events of Bluesky a second through the whole path, and the memory that it takes. */
import { Clock, Console, Effect, Layer, Predicate, Schedule } from "effect"
import { Command, Flag } from "effect/cli"
import { SqlClient } from "effect/sql"
import { migrated } from "../../../apps/server/src/database/Database.ts"
import * as PostgresClient from "../../../apps/server/src/database/client/PostgresClient.ts"
import { makeBluesky } from "../../../apps/server/src/sources/bluesky/BlueskySource.ts"
import { sourceTasks } from "../../../apps/server/src/sources/SourceTasks.ts"
import { Sources } from "../../../apps/server/src/sources/SourceNames.ts"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { startChild } from "../delivery/Child.ts"
import { describeServer, productServices, serverSettings } from "../Product.ts"
import { median } from "../Quantiles.ts"
import { jsonFlag, machine, print, round, seedFlag } from "../Report.ts"
import type { EndlessReply, EndlessRequest } from "./Endless.ts"

/** Of the whole public network at a busy hour (docs/benchmarks.md). */
const peak = 480
const goalFactor = 10
const eventsPerSecond = 480
/** More events a second than any run has stored. */
const fastest = 60_000
const warmUpSeconds = 15
const turnSeconds = 10
const maxConnections = 4

const isReply = (value: unknown): value is EndlessReply => Predicate.hasProperty(value, "connections")

const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20)

/** How many events were stored, told from the cursor: the events have equal distances. */
const storedUntil = (startMillis: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ cursor: string | null }>`SELECT cursor FROM source_cursors WHERE source = 'bluesky'`
    return Math.max(0, Math.round(((Number(row?.cursor ?? 0) / 1_000 - startMillis) / 1_000) * eventsPerSecond))
  })

interface Turn {
  readonly rate: number
  readonly heapBytes: number
  readonly rssBytes: number
}

const measureTurn = Effect.fnUntraced(function* (startMillis: number) {
  const clock = yield* Clock.Clock
  const [before, began] = [yield* storedUntil(startMillis), clock.monotonicTimeNanosUnsafe()]
  const heaps: Array<number> = []
  yield* Effect.repeat(
    Effect.sync(() => void heaps.push(process.memoryUsage().heapUsed)),
    { schedule: Schedule.spaced("1 second"), times: turnSeconds - 1 }
  )
  const seconds = Number(clock.monotonicTimeNanosUnsafe() - began) / 1e9
  return {
    rate: ((yield* storedUntil(startMillis)) - before) / seconds,
    heapBytes: median(heaps),
    rssBytes: process.memoryUsage().rss
  } satisfies Turn
})

const measure = Effect.fnUntraced(function* (seed: number, seconds: number, rate: number) {
  // Far enough back that no event is of the future: the cursor, which shows what is stored, does not pass the present.
  const longestMillis = ((warmUpSeconds + seconds) * 1_000 * fastest) / eventsPerSecond
  const startMillis = (yield* Clock.currentTimeMillis) - longestMillis
  const child = yield* startChild<EndlessRequest, EndlessReply>("../firehose/Endless.ts", isReply)
  const request = { seed, startMillis, eventsPerSecond, rate }
  const { port } = yield* Effect.promise(() => child.ask({ do: "listen", ...request }))
  const [task] = yield* Effect.provideService(sourceTasks, Sources, [
    yield* makeBluesky({ hosts: [`ws://127.0.0.1:${port}`], compression: false })
  ])
  yield* Effect.forkScoped(task?.run ?? Effect.die("There is no task"))
  yield* Effect.sleep(`${warmUpSeconds} seconds`)
  const cpuBefore = process.cpuUsage()
  const turns = yield* Effect.forEach(Array.from({ length: Math.max(1, Math.floor(seconds / turnSeconds)) }), () =>
    measureTurn(startMillis)
  )
  const cpu = process.cpuUsage(cpuBefore)
  const sent = yield* Effect.promise(() => child.ask({ do: "count", ...request }))
  if (sent.connections !== 1) return yield* Effect.die(new Error(`there were ${sent.connections} connections`))
  return { turns, cpuShare: (cpu.user + cpu.system) / 1e6 / (turns.length * turnSeconds), sent }
})

const rows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ posts: number; likes: string; records: number; rejected: number }>`
    SELECT (SELECT count(*) FROM posts) AS posts, (SELECT sum(like_count) FROM posts)::text AS likes,
      (SELECT count(*) FROM interactions) AS records, (SELECT count(*) FROM rejected_events) AS rejected`
  return row ?? { posts: 0, likes: "0", records: 0, rejected: 0 }
})

export const firehose = Command.make(
  "firehose",
  {
    json: jsonFlag,
    seed: seedFlag,
    seconds: Flag.Int("seconds").pipe(Flag.withDescription("Measured seconds"), Flag.withDefault(60)),
    rate: Flag.Int("rate").pipe(
      Flag.withDescription("Events a second that the network sends; 0 for as many as are taken"),
      Flag.withDefault(0)
    )
  },
  Effect.fn(function* ({ json, seed, seconds, rate }) {
    yield* Console.log(`${machine()}\nseed ${seed}, ${warmUpSeconds} s of warm-up, turns of ${turnSeconds} s`)
    const { url } = yield* PostgresServer.start({ settings: serverSettings })
    yield* Effect.gen(function* () {
      yield* Console.log(yield* describeServer)
      const { turns, cpuShare, sent } = yield* measure(seed, seconds, rate)
      const rates = turns.map((turn) => turn.rate)
      const middle = median(rates)
      const stored = yield* rows
      const quarter = Math.max(1, Math.floor(turns.length / 4))
      const rateOf = (some: ReadonlyArray<Turn>) => Math.round(median(some.map((turn) => turn.rate)))
      const heapOf = (some: ReadonlyArray<Turn>) => mebibytes(median(some.map(({ heapBytes }) => heapBytes)))
      const [first, last] = [heapOf(turns.slice(0, quarter)), heapOf(turns.slice(-quarter))]
      const highest = mebibytes(Math.max(...turns.map(({ rssBytes }) => rssBytes)))
      yield* Console.log(
        [
          `events a second: ${Math.round(middle)} (${Math.round(Math.min(...rates))} to ${Math.round(Math.max(...rates))} over ${turns.length} turns)`,
          `  ${round(middle / peak)} times the peak of the public network (${peak}/s); goal: ${goalFactor} times`,
          `  ${Math.round(sent.bytes / sent.sent)} bytes an event; ${stored.posts} posts, ${stored.likes} likes, ${stored.records} records, ${stored.rejected} rejected`,
          `  ${rateOf(turns.slice(0, quarter))}/s in the first quarter, ${rateOf(turns.slice(-quarter))}/s in the last`,
          `  ${Math.round(100 * cpuShare)} % of one core for our process`,
          `  heap ${first} MiB in the first quarter, ${last} MiB in the last; at most ${highest} MiB resident`
        ].join("\n")
      )
      yield* print(json, [
        {
          name: "firehose",
          metric: "events, from frame to stored",
          value: Math.round(middle),
          unit: "events/s",
          peers: { "public network at its peak": peak },
          ratio: { "public network at its peak": round(middle / peak, 2) },
          sizes: {
            seed,
            seconds: turns.length * turnSeconds,
            rate,
            posts: stored.posts,
            heapMiB: last,
            residentMiB: highest
          }
        }
      ])
    }).pipe(
      Effect.scoped,
      Effect.provide(productServices.pipe(Layer.provideMerge(migrated(PostgresClient.layer({ url, maxConnections })))))
    )
  }, Effect.scoped)
).pipe(
  Command.withDescription("Events of Bluesky a second: frame, parsed, language, counted, stored, in the change feed")
)
