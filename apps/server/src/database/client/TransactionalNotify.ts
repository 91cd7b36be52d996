import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"

/**
 * `notify` as part of the surrounding transaction: sent if and only if it commits. The driver's own `notify` takes another
 * connection, and would deadlock where there is only one.
 */
export const transactionalNotify =
  (client: PgClient.PgClient): PgClient.PgClient["notify"] =>
  (channel, payload) =>
    Effect.asVoid(client`SELECT pg_notify(${channel}, ${payload})`)
