/**
 * All migrations in order, the same for both databases. What a release has of them never changes
 * (`test/database/Released.ts`).
 */
import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/**
 * A migration that is a folder of SQL files, which run in this order: a table is created after those that it references. It
 * belongs to the module after which its file is named, up to the first dot: `store.posts.sql` has tables of `store`.
 */
const sqlMigration = Effect.fnUntraced(function* (folder: string, files: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  for (const file of files) {
    const text = readFileSync(fileURLToPath(new URL(`${folder}/${file}.sql`, import.meta.url)), "utf8")
    // The driver sends one statement at a time, and a block is one, which saves the embedded database most round trips.
    yield* sql.unsafe(`DO $migration$ BEGIN\n${text}\nEND $migration$`)
  }
})

export type Migration = Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>

export const migrations: Readonly<Record<string, Migration>> = {
  "0001_baseline": sqlMigration("0001_baseline", [
    "runtime",
    "database",
    "accounts",
    "accounts.users",
    "accounts.oauth",
    "mail",
    "credits",
    "billing",
    "idempotency",
    "continuation",
    "webhooks",
    "webhooks.delivery",
    "store.posts",
    "store.sources",
    "store.rollups",
    "store.library",
    "store.forecasts",
    "embeddings"
  ])
}
