import type { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { describe, inject } from "vitest"
import { migrated } from "../../apps/server/src/database/Database.ts"
import type { DatabaseInfo } from "../../apps/server/src/database/client/DatabaseInfo.ts"
import * as PgliteClient from "../../apps/server/src/database/pglite/PgliteClient.ts"
import * as PostgresClient from "../../apps/server/src/database/client/PostgresClient.ts"
import { freshDatabase } from "./PostgresDatabases.ts"

export type DatabaseLayer = Layer.Layer<PgClient.PgClient | SqlClient.SqlClient | DatabaseInfo>

export interface Database {
  readonly name: "PGlite" | "PostgreSQL"
  readonly skip: boolean
  /** A fresh, migrated database each time it is built; built once among everything provided with it. */
  readonly layer: DatabaseLayer
}

const maxConnections = 5

/** In memory, so that nothing waits for a disk. */
export const pglite: DatabaseLayer = migrated(PgliteClient.layer({ memory: true, dump: inject("pgliteDump") })).pipe(
  Layer.orDie
)

const onServer = (template?: string) =>
  Effect.suspend(() => {
    const server = inject("postgresUrl")
    return server === undefined
      ? Effect.die("This test needs PostgreSQL: skip it when there is none")
      : freshDatabase(server, template)
  })

/** The URL of a fresh, migrated database, for tests in which several processes or pools share one. */
export const freshPostgresUrl = onServer()

/** The URL of a database with nothing in it, for tests of the migrations. */
export const emptyPostgresUrl = onServer("template1")

export const postgres: DatabaseLayer = Layer.unwrap(
  Effect.map(freshPostgresUrl, (url) => migrated(PostgresClient.layer({ url, maxConnections })))
).pipe(Layer.orDie)

export const hasPostgres = inject("postgresUrl") !== undefined

export const databases: ReadonlyArray<Database> = [
  { name: "PGlite", skip: false, layer: pglite },
  { name: "PostgreSQL", skip: !hasPostgres, layer: postgres }
]

/** Declares the same tests on both databases; those on PostgreSQL show as skipped where there is none. */
export const onEveryDatabase = (
  subject: string,
  declare: (name: Database["name"], database: DatabaseLayer) => void
): void => {
  for (const { name, skip, layer } of databases) {
    describe.skipIf(skip)(`${subject} on ${name}`, () => {
      declare(name, layer)
    })
  }
}
