/**
 * All migrations in order, the same for both databases. What a release has of them never changes
 * (`test/database/Released.ts`).
 */
import type { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { sqlMigration } from "./SqlMigration.ts"

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
