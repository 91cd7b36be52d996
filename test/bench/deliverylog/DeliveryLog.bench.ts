/**
 * `npm run bench -- delivery-log`: the first page of the delivery log with every filter, and dropping a day of it.
 *
 * Filters are measured alone and in pairs, through the service. Each value comes from an event of its own and a tenth exists
 * nowhere, so most pairs match little. Indexes are built when a day is complete, so they are denser than those of a server.
 */
import { Clock, Console, Effect, Layer } from "effect"
import { Command, Flag } from "effect/cli"
import { SqlClient } from "effect/sql"
import * as PostgresClient from "../../../apps/server/src/database/client/PostgresClient.ts"
import { migrated } from "../../../apps/server/src/database/Database.ts"
import { byDay } from "../../../apps/server/src/database/partitions/PartitionNames.ts"
import { makePartitions } from "../../../apps/server/src/database/partitions/Partitions.ts"
import { Secrets } from "../../../apps/server/src/runtime/Secrets.ts"
import { dayMillis, dayOf } from "../../../apps/server/src/runtime/Time.ts"
import { randomOf } from "../../../apps/server/src/sources/simulation/Random.ts"
import { DeliveryLog } from "../../../apps/server/src/webhooks/log/DeliveryLog.ts"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { encryptionKey, timed } from "../Product.ts"
import { quantile } from "../Quantiles.ts"
import { jsonFlag, machine, print, round } from "../Report.ts"
import { days, fill, table } from "./Fill.ts"
import { combinations, type Drawn, drawAll, samplesOf } from "./Filters.ts"

const goalMillis = 100
const sampled = 400

const measure = Effect.fnUntraced(function* (calls: ReadonlyArray<Drawn>) {
  const log = yield* DeliveryLog
  const seen = yield* Effect.forEach(calls, ({ accountId, filter }) => timed(log.list(accountId, filter)))
  const sorted = seen.map(({ millis }) => millis).toSorted((a, b) => a - b)
  const short = seen.filter(({ value }) => value.next_cursor !== null && value.data.length < 50).length
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), max: quantile(sorted, 1), short }
})
type Figures = Effect.Success<ReturnType<typeof measure>>

const format = (name: string, account: string, { p50, p95, max, short }: Figures): string =>
  `${name.padEnd(26)} ${account.padEnd(6)} p50 ${p50.toFixed(1).padStart(6)}   p95 ${p95.toFixed(1).padStart(6)}` +
  `   max ${max.toFixed(1).padStart(6)} ms${short === 0 ? "" : `   ${short} short`}${p95 > goalMillis ? "   MISSED" : ""}`

const measureAll = Effect.fnUntraced(function* (runs: number, seed: number, until: number) {
  const samples = yield* samplesOf(sampled)
  const draws = randomOf(seed)
  const random = () => draws.next()
  const all: Array<Figures & { readonly name: string }> = []
  for (const [name, filters] of combinations(until)) {
    for (const account of ["large", "small"] as const) {
      const figures = yield* measure(drawAll(filters, samples[account], runs, random))
      all.push({ name: `${name}, ${account} account`, ...figures })
      yield* Console.log(format(name, account, figures))
    }
  }
  return all
})

const dropDay = Effect.fnUntraced(function* () {
  const partitions = makePartitions(yield* SqlClient.SqlClient, { table, prefix: "dlv_", by: byDay })
  const [oldest] = yield* partitions.all
  if (oldest === undefined) return yield* Effect.die(new Error("There is no partition"))
  return (yield* timed(partitions.drop(oldest))).millis
})

const sizes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ name: string; bytes: number }>`
    SELECT regexp_replace(c.relname, '_[0-9]{8}', '') AS name, sum(pg_relation_size(c.oid))::float8 AS bytes
    FROM pg_partition_tree(${table}) t JOIN pg_index i ON i.indrelid = t.relid JOIN pg_class c ON c.oid = i.indexrelid
    GROUP BY 1 UNION ALL
    SELECT 'rows', sum(pg_table_size(relid))::float8 FROM pg_partition_tree(${table}) ORDER BY 2 DESC`
})

export const deliveryLog = Command.make(
  "delivery-log",
  {
    json: jsonFlag,
    attempts: Flag.Int("attempts").pipe(Flag.withDescription("Attempts in the log"), Flag.withDefault(1_000_000)),
    runs: Flag.Int("runs").pipe(Flag.withDescription("First pages of each filter"), Flag.withDefault(100)),
    seed: Flag.Int("seed").pipe(Flag.withDescription("Of the filters' values"), Flag.withDefault(1))
  },
  Effect.fn(function* ({ json, attempts, runs, seed }) {
    const { url } = yield* PostgresServer.start({ fsync: false, settings: ["max_wal_size = '4GB'"] })
    const database = migrated(PostgresClient.layer({ url, maxConnections: 4 }))
    const secrets = Secrets.layerFromKeys(encryptionKey)
    yield* Effect.gen(function* () {
      yield* Console.log(`${machine()}\n${attempts} attempts over ${days} days`)
      const today = dayOf(new Date(yield* Clock.currentTimeMillis))
      const filled = yield* timed(fill(attempts, today, (day) => Effect.logDebug(`day ${day}`)))
      yield* Console.log(`filled in ${round(filled.millis / 1000)} s`)
      for (const { name, bytes } of yield* sizes)
        yield* Console.log(`  ${name.padEnd(44)} ${Math.round(bytes / 2 ** 20)} MiB`)
      const all = yield* measureAll(runs, seed, (today + 1) * dayMillis)
      const drop = yield* dropDay()
      yield* Console.log(`a day dropped in ${round(drop)} ms`)
      const slowest = all.reduce((one, other) => (other.p95 > one.p95 ? other : one))
      const size = { attempts, days, runs, seed, slowest: slowest.name }
      const floor = all.find(({ name }) => name.startsWith("no filter"))?.p95 ?? 0
      yield* print(json, [
        {
          name: "delivery-log",
          metric: "drop of a day",
          value: round(drop),
          unit: "ms",
          sizes: size
        },
        {
          name: "delivery-log",
          metric: "p95 of the slowest filter",
          value: round(slowest.p95),
          unit: "ms",
          peers: { "no filter": round(floor) },
          ratio: { "no filter": round(slowest.p95 / floor) },
          sizes: size
        }
      ])
    }).pipe(Effect.provide(DeliveryLog.layer.pipe(Layer.provideMerge(database), Layer.provide(secrets))))
  }, Effect.scoped)
).pipe(Command.withDescription("The first page of the delivery log with every filter, and dropping a day of it"))
