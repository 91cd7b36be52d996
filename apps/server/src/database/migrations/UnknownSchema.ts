/** Refuses a database whose migrations are not of this release: it does not know what the tables mean. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseUnavailable } from "../client/DatabaseInfo.ts"

interface Applied {
  readonly migrationId: number
  readonly name: string
}

const fullName = ({ migrationId, name }: Applied): string => `${String(migrationId).padStart(4, "0")}_${name}`

const newer = (unknown: ReadonlyArray<Applied>, last: string | undefined) =>
  new DatabaseUnavailable({
    what: "A newer release of Heddle has used this database.",
    details: `It has migrations that this release does not know: ${unknown.map(fullName).join(", ")}. The last one here is ${last}.`,
    solution: "Start the newer release, or restore a backup that was made before the upgrade."
  })

/** Before the first release, the schema was made by other steps, which were replaced by one and cannot be continued. */
const unreleased = (other: Applied) =>
  new DatabaseUnavailable({
    what: "This database was created by a version of Heddle before its first release.",
    details: `It has the migration ${fullName(other)}, which no release has. Nothing in it was changed.`,
    solution:
      "Start with a new database: set HEDDLE_DATA_DIR to another folder, or DATABASE_URL to an empty database. The data cannot be taken over."
  })

/** Changes nothing. `known` are the migrations of this release, by names such as `0001_baseline`. */
export const refuseUnknownSchema = Effect.fn("refuseUnknownSchema")(function* (known: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const [table] = yield* sql<{ exists: boolean }>`
    SELECT to_regclass('effect_sql_migrations') IS NOT NULL AS exists`
  if (table?.exists !== true) return
  const applied = yield* sql<Applied>`SELECT migration_id, name FROM effect_sql_migrations ORDER BY migration_id`
  const ids = new Set(known.map((name) => Number.parseInt(name, 10)))
  const [unknown, others] = [
    applied.filter(({ migrationId }) => !ids.has(migrationId)),
    applied.filter((one) => ids.has(one.migrationId) && !known.includes(fullName(one)))
  ]
  if (others[0] !== undefined) return yield* unreleased(others[0])
  if (unknown.length > 0) return yield* newer(unknown, known.at(-1))
})
