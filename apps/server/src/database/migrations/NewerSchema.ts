/** Refuses a database that a newer release has migrated: this one does not know what its tables mean. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseUnavailable } from "../client/DatabaseUnavailable.ts"

interface Applied {
  readonly migrationId: number
  readonly name: string
}

const idOf = (name: string): number => Number.parseInt(name, 10)

/** Changes nothing. `known` are the migrations of this release, by names such as `0001_accounts`. */
export const refuseNewerSchema = Effect.fn("refuseNewerSchema")(function* (known: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const [table] = yield* sql<{ exists: boolean }>`
    SELECT to_regclass('effect_sql_migrations') IS NOT NULL AS exists`
  if (table?.exists !== true) return
  const ids = new Set(known.map(idOf))
  const applied = yield* sql<Applied>`SELECT migration_id, name FROM effect_sql_migrations ORDER BY migration_id`
  const unknown = applied.filter(({ migrationId }) => !ids.has(migrationId))
  if (unknown.length === 0) return
  const names = unknown.map(({ migrationId, name }) => `${String(migrationId).padStart(4, "0")}_${name}`).join(", ")
  return yield* new DatabaseUnavailable({
    what: "A newer release of Heddle has used this database.",
    details: `It has migrations that this release does not know: ${names}. The last one here is ${known.at(-1)}.`,
    solution: "Start the newer release, or restore a backup that was made before the upgrade."
  })
})
