import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"

/**
 * `notify` as part of the surrounding transaction: sent when it commits, and never when it does not.
 * The driver's own takes another connection, which also waits for ever where there is only one.
 */
export const transactionalNotify =
  (client: PgClient.PgClient): PgClient.PgClient["notify"] =>
  (channel, payload) =>
    Effect.asVoid(client`SELECT pg_notify(${channel}, ${payload})`)
