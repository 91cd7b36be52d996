/** The statements on `oauth_clients`: applications that registered themselves. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Secrets } from "../../runtime/Secrets.ts"
import { batchSize } from "../../runtime/Batches.ts"
import { dayMillis, plusMillis } from "../../runtime/Time.ts"

/**
 * Registration is open to everybody, and hosted applications register for all their users from a few addresses. So the
 * number of clients that nobody uses is bounded, not the rate: beyond it, the oldest go.
 */
const maxUnusedClients = 10_000
const unusedMillis = 30 * dayMillis
/** From the last consent. An application remembers its id, and a person may come back. */
const idleMillis = 180 * dayMillis

export const makeClientRows = (sql: SqlClient.SqlClient, secrets: Secrets["Service"]) => {
  const save = Effect.fnUntraced(function* (id: string, metadata: string, time: Date) {
    yield* sql`
      INSERT INTO oauth_clients (id, sealed, created_at) VALUES (${id}, ${secrets.seal(metadata)}, ${time})
      ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed`
    yield* sql`
      DELETE FROM oauth_clients WHERE id = ANY (ARRAY(
        SELECT id FROM oauth_clients WHERE used_at IS NULL ORDER BY created_at DESC OFFSET ${maxUnusedClients}
      ))`
  })

  const find = Effect.fnUntraced(function* (id: string) {
    // Anybody can ask for any id, and the database refuses some texts.
    if (!/^[\x20-\x7e]+$/.test(id)) return undefined
    const [row] = yield* sql<{ readonly sealed: Uint8Array }>`SELECT sealed FROM oauth_clients WHERE id = ${id}`
    return row === undefined ? undefined : yield* secrets.open(row.sealed)
  })

  const use = (id: string, time: Date) => sql`UPDATE oauth_clients SET used_at = ${time} WHERE id = ${id}`

  const destroy = (id: string) => sql`DELETE FROM oauth_clients WHERE id = ${id}`

  /** One batch; returns its rows. */
  const deleteIdle = (time: Date) =>
    sql`
      DELETE FROM oauth_clients WHERE id IN (
        SELECT id FROM oauth_clients c
        WHERE (used_at IS NULL AND created_at <= ${plusMillis(time, -unusedMillis)}
            OR used_at <= ${plusMillis(time, -idleMillis)})
          AND NOT EXISTS (SELECT 1 FROM oauth_connections o WHERE o.client_id = c.id)
        LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
      ) RETURNING 1`

  return { save, find, use, destroy, deleteIdle }
}

export type ClientRows = ReturnType<typeof makeClientRows>
