import * as NodeServices from "@effect/platform-node/NodeServices"
import { type PgClient, PgMigrator } from "@effect/sql-pg"
import { Effect, Layer, Option, Record } from "effect"
import { type Migrator, SqlClient } from "effect/sql"
import { join } from "node:path"
import { Settings } from "../runtime/Settings.ts"
import { statementErrorIn, statementReason } from "../runtime/StatementText.ts"
import { betweenTries, isInUse, limitLocks } from "./client/BriefLocks.ts"
import { DatabaseInfo, DatabaseUnavailable } from "./client/DatabaseInfo.ts"
import * as PostgresClient from "./client/PostgresClient.ts"
import { installFunctions, sqlFunctions } from "./functions/SqlFunctions.ts"
import { type Migration, migrations } from "./migrations/index.ts"
import * as PgliteClient from "./pglite/PgliteClient.ts"

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

/**
 * Refuses a database whose migrations are not of this release, which would not know what the tables mean. Changes nothing.
 * `known` are the migrations of this release, by names such as `0001_baseline`. Returns those that are missing.
 */
const missingMigrations = Effect.fn("missingMigrations")(function* (known: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const [table] = yield* sql<{ exists: boolean }>`
    SELECT to_regclass('effect_sql_migrations') IS NOT NULL AS exists`
  if (table?.exists !== true) return known
  const applied = yield* sql<Applied>`SELECT migration_id, name FROM effect_sql_migrations ORDER BY migration_id`
  const ids = new Set(known.map((name) => Number.parseInt(name, 10)))
  const [unknown, others] = [
    applied.filter(({ migrationId }) => !ids.has(migrationId)),
    applied.filter((one) => ids.has(one.migrationId) && !known.includes(fullName(one)))
  ]
  if (others[0] !== undefined) return yield* unreleased(others[0])
  if (unknown.length > 0) return yield* newer(unknown, known.at(-1))
  const names = new Set(applied.map(fullName))
  return known.filter((name) => !names.has(name))
})

/** Whether a running server has the tables of its release: the database may have been restored, or upgraded further. */
export const isMigrated = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const applied = yield* sql<Applied>`SELECT migration_id, name FROM effect_sql_migrations`
  const names = new Set(applied.map(fullName))
  return Object.keys(migrations).every((name) => names.has(name))
})

/** PostgreSQL when `DATABASE_URL` is set, else PGlite in `HEDDLE_DATA_DIR`. Not migrated. */
export const layer = Layer.unwrap(
  Effect.map(
    Settings,
    ({
      databaseUrl,
      databasePool,
      listenDatabaseUrl,
      queryDatabaseUrls,
      queryMaxLag,
      queryPool,
      queryTimeout,
      dataDir
    }) =>
      Option.match(databaseUrl, {
        onNone: () => PgliteClient.layer({ folder: join(dataDir, "database") }),
        onSome: (url) =>
          PostgresClient.layer({
            url,
            maxConnections: databasePool,
            listenUrl: Option.getOrUndefined(listenDatabaseUrl),
            queries: { connections: queryPool, timeout: queryTimeout },
            replicas: { urls: queryDatabaseUrls, maxLag: queryMaxLag }
          })
      })
  )
).pipe(Layer.provide(Settings.layer))

const lockTries = 90

/** What PostgreSQL said, which the error of a migration has only as its cause. */
const reasonOf = (error: unknown): string => {
  const statement = statementErrorIn(error)
  return statement === undefined ? String(error) : statementReason(statement)
}

const migrationFailed = (error: Migrator.MigrationError) =>
  new DatabaseUnavailable({
    what: `${error.message}. Nothing was changed.`,
    details: reasonOf(error),
    solution: isInUse(error)
      ? "Other processes have used the tables all the time. Stop them, or start this one when they have less to do."
      : "Restore the release that ran before, or correct what the database reports, and start again."
  })

/**
 * The migrator runs all in one transaction, so that a process that is killed leaves nothing half done. In a database that
 * others may use, each statement has to be quick.
 */
const applyMigrations = Effect.fnUntraced(function* (known: Readonly<Record<string, Migration>>, isNew: boolean) {
  const sql = yield* SqlClient.SqlClient
  const limited = isNew ? known : Record.map(known, (migration) => Effect.andThen(limitLocks(sql), migration))
  return yield* PgMigrator.run({ loader: PgMigrator.fromRecord(limited) }).pipe(
    Effect.tapError((error) =>
      isInUse(error)
        ? Effect.logWarning(
            `A migration waits for tables that other processes use, and is tried again: ${reasonOf(error)}`
          )
        : Effect.void
    ),
    Effect.retry({ while: isInUse, times: lockTries, schedule: betweenTries }),
    Effect.catchTag("MigrationError", (error) => Effect.fail(migrationFailed(error)))
  )
})

/**
 * Refuses a database that other releases have migrated, applies missing migrations, then installs changed functions. The
 * last two steps are one transaction each under a table lock, so that any number of processes may start at once; where
 * nothing is missing, neither is needed.
 */
export const migrateWith = (known: Readonly<Record<string, Migration>>) =>
  missingMigrations(Object.keys(known)).pipe(
    Effect.flatMap((missing) =>
      missing.length === 0 ? Effect.void : applyMigrations(known, missing.length === Object.keys(known).length)
    ),
    Effect.andThen(Effect.flatMap(sqlFunctions, installFunctions)),
    // The migrator requires these even though it dumps no schema.
    Effect.provide(NodeServices.layer)
  )

export const migrate = migrateWith(migrations)

/** When the database is lost during a migration, its own error explains more than the failed statement. */
const migrateOrExplain = Effect.catchTag(migrate, "SqlError", (error) =>
  Effect.flatMap(DatabaseInfo, ({ lost }) => Effect.raceFirst(lost, Effect.fail(error)))
)

/** Applies every migration to the database of a client. */
export const upToDate = Layer.effectDiscard(migrateOrExplain)

/** A client with every migration applied. */
export const migrated = <A, E, R>(
  client: Layer.Layer<A | PgClient.PgClient | SqlClient.SqlClient | DatabaseInfo, E, R>
) => upToDate.pipe(Layer.provideMerge(client))
