import { Effect, Redacted } from "effect"
import { PgClient } from "@effect/sql-pg"
import { Reactivity } from "effect/reactivity"
import * as PostgresServer from "./test/support/PostgresServer.ts"
await Effect.runPromise(Effect.scoped(Effect.gen(function* () {
  const server = yield* PostgresServer.start({ fsync: false })
  const url = server.url
  for (let j = 0; j < 3; j++) { const t = performance.now(); const c0 = process.cpuUsage()
  for (let i = 0; i < 20; i++) yield* Effect.scoped(Effect.gen(function* () { const c = yield* PgClient.makeClient({ url }); yield* c.unsafe("select 1") }))
  const c1 = process.cpuUsage(c0)
  console.log("per connection", ((performance.now() - t) / 20).toFixed(1), "node cpu", (c1.user + c1.system) / 20000) }
}).pipe(Effect.provide(Reactivity.layer))))
