import { SqlClient } from "effect/sql"
import { Effect, FileSystem, Layer } from "effect"
import { NodeServices } from "@effect/platform-node"
import { migrated } from "../../../apps/server/src/database/Database.ts"
import * as PostgresClient from "../../../apps/server/src/database/PostgresClient.ts"
import { Ingestion } from "../../../apps/server/src/sources/Ingestion.ts"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { makePosts } from "../posts/Posts.ts"
import { batches, origin } from "../posts/Writing.ts"
import { productServices, serverSettings } from "../Product.ts"
import inspector from "node:inspector/promises"
import fs from "node:fs"
const n = 30000
const program = Effect.gen(function* () {
  const { url } = yield* PostgresServer.start({ settings: [...serverSettings, "shared_preload_libraries = 'pg_stat_statements'"] as any })
  yield* Effect.gen(function* () {
    const ingestion = yield* Ingestion
    const until = Date.now()
    const posts = makePosts({ seed: 1, count: n + 4000, period: { fromMillis: until - 30 * 86400000, untilMillis: until } })
    const run = (a: number, b: number, upd = false) => { const changes = batches(a, b, (i) => (upd ? posts.later(i, 1) : posts.post(i))).map((m) => m()); return Effect.gen(function* () {
      const t = process.hrtime.bigint(), c = process.cpuUsage()
      yield* Effect.forEach(changes, (x) => ingestion.write(x, origin), { concurrency: Number(process.argv[2] ?? 2) })
      const d = process.cpuUsage(c)
      console.log(b - a, "posts", Number(process.hrtime.bigint() - t) / 1e3 / (b - a), "µs/post wall; node cpu", (d.user + d.system) / (b - a), "user", d.user / (b - a))
    }) }
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE EXTENSION pg_stat_statements`
    yield* run(0, 4000)
    yield* sql`SELECT pg_stat_statements_reset()`
    const s = new inspector.Session(); s.connect()
    if (process.argv[3]) { yield* Effect.promise(() => s.post("Profiler.enable")); yield* Effect.promise(() => s.post("Profiler.setSamplingInterval", { interval: 200 })); yield* Effect.promise(() => s.post("Profiler.start")) }
    yield* run(4000, n)
    for (const r of (yield* sql`SELECT calls, round(total_exec_time*1000/26000) us, left(regexp_replace(query, '\\s+', ' ', 'g'), 110) q FROM pg_stat_statements ORDER BY total_exec_time DESC LIMIT 14`) as any) console.log(r.calls, r.us, r.q)
    yield* sql`SELECT pg_stat_statements_reset()`
    yield* run(4000, n, true)
    for (const r of (yield* sql`SELECT calls, round(total_exec_time*1000/26000) us, left(regexp_replace(query, '\\s+', ' ', 'g'), 110) q FROM pg_stat_statements ORDER BY total_exec_time DESC LIMIT 14`) as any) console.log(r.calls, r.us, r.q)
    if (process.argv[3]) { const r: any = yield* Effect.promise(() => s.post("Profiler.stop")); fs.writeFileSync("/tmp/prof/p.json", JSON.stringify(r.profile)) }
  }).pipe(Effect.provide(productServices.pipe(Layer.provideMerge(migrated(PostgresClient.layer({ url, maxConnections: 4 }))))))
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
await Effect.runPromise(program as any)
