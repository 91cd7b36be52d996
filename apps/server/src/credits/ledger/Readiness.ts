/** Whether this process can do the work of its roles now. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { probeLedger } from "./LedgerCommands.ts"
import { queryClient } from "../../database/client/QueryPool.ts"
import { isMigrated } from "../../database/Database.ts"
import { Settings } from "../../runtime/Settings.ts"

const timeout = "3 seconds"

const ask = <A, E, R>(what: string, check: Effect.Effect<A, E, R>) =>
  check.pipe(Effect.timeout(timeout), Effect.match({ onSuccess: () => [], onFailure: () => [what] }))

export class Readiness extends Context.Service<
  Readiness,
  {
    /** What keeps it from working; none when it is ready. */
    readonly faults: Effect.Effect<ReadonlyArray<string>>
  }
>()("@heddle/server/credits/ledger/Readiness") {
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const { roles } = yield* Settings
      const sql = yield* SqlClient.SqlClient
      const queries = yield* queryClient
      const checks = [
        ask(
          "the database has not all migrations of this release",
          Effect.filterOrFail(isMigrated, (migrated) => migrated)
        ),
        ask("the database takes no writes, so credits cannot move", probeLedger),
        ...(roles.includes("api") ? [ask("the connections for queries do not answer", queries`SELECT 1`)] : [])
      ]
      const others = Effect.map(Effect.all(checks, { concurrency: "unbounded" }), (found) => found.flat())
      const faults = Effect.flatMap(ask("the database does not answer", sql`SELECT 1`), (found) =>
        found.length === 0 ? others : Effect.succeed(found)
      )
      return Readiness.of({ faults: Effect.provideService(faults, SqlClient.SqlClient, sql) })
    })
  )
}
