/**
 * Vacuums the embedded database, which has no autovacuum: rows that were updated or deleted leave space that only a
 * vacuum makes usable again, and statistics that only an analysis renews. The database does nothing else meanwhile, so
 * tables are vacuumed one at a time and those that would take long are left out; partitions that are dropped give their
 * space back anyway.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { maintenance, type Tasks } from "../../runtime/Background.ts"

/** Takes less than half a second. */
const maxBytes = 32 * 1024 * 1024

export const vacuum = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`
    SELECT c.oid::regclass::text AS name FROM pg_class c
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      AND pg_relation_size(c.oid) BETWEEN 1 AND ${maxBytes}
    ORDER BY c.relname`
  yield* Effect.forEach(
    tables,
    // Names come quoted; a partition may be dropped meanwhile.
    ({ name }) => Effect.andThen(Effect.ignore(sql.unsafe(`VACUUM (ANALYZE) ${name}`)), Effect.yieldNow),
    { discard: true }
  )
}).pipe(Effect.orDie, Effect.withSpan("vacuum"))

/** None on a PostgreSQL server, which vacuums by itself. */
export const vacuumTasks: Effect.Effect<Tasks, never, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql): Effect.Effect<Tasks, never, SqlClient.SqlClient> =>
    sql.driver === "pglite" ? maintenance("vacuum of the embedded database", "1 hour", vacuum) : Effect.succeed([])
)
