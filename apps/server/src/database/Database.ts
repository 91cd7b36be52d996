import * as NodeServices from "@effect/platform-node/NodeServices"
import { type PgClient, PgMigrator } from "@effect/sql-pg"
import { Effect, Layer, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { join } from "node:path"
import { Settings } from "../runtime/Settings.ts"
import { DatabaseInfo } from "./client/DatabaseInfo.ts"
import { installFunctions, sqlFunctions } from "./functions/SqlFunctions.ts"
import { type Migration, migrations } from "./migrations/index.ts"
import { refuseUnknownSchema } from "./migrations/UnknownSchema.ts"
import * as PgliteClient from "./pglite/PgliteClient.ts"
import * as PostgresClient from "./client/PostgresClient.ts"

/** PostgreSQL when `DATABASE_URL` is set, else PGlite in `HEDDLE_DATA_DIR`. Not migrated. */
export const layer = Layer.unwrap(
  Effect.map(Settings, ({ databaseUrl, databasePool, queryPool, dataDir }) =>
    Option.match(databaseUrl, {
      onNone: () => PgliteClient.layer({ folder: join(dataDir, "database") }),
      onSome: (url) => PostgresClient.layer({ url, maxConnections: databasePool, queryConnections: queryPool })
    })
  )
).pipe(Layer.provide(Settings.layer))

/**
 * Refuses a database that other releases have migrated, applies missing migrations, then installs changed functions. The
 * last two steps are one transaction each under a table lock, so that any number of processes may start at once.
 */
export const migrateWith = (known: Readonly<Record<string, Migration>>) =>
  refuseUnknownSchema(Object.keys(known)).pipe(
    Effect.andThen(PgMigrator.run({ loader: PgMigrator.fromRecord(known) })),
    Effect.andThen(Effect.flatMap(sqlFunctions, installFunctions)),
    // The migrator requires these even though it dumps no schema.
    Effect.provide(NodeServices.layer)
  )

export const migrate = migrateWith(migrations)

/** When the database is lost during a migration, its own error explains more than the failed statement. */
const migrateOrExplain = Effect.catchTag(migrate, "SqlError", (error) =>
  Effect.flatMap(DatabaseInfo, ({ lost }) => Effect.raceFirst(lost, Effect.fail(error)))
)

/** A client with every migration applied. */
export const migrated = <A, E, R>(
  client: Layer.Layer<A | PgClient.PgClient | SqlClient.SqlClient | DatabaseInfo, E, R>
) => Layer.effectDiscard(migrateOrExplain).pipe(Layer.provideMerge(client))
