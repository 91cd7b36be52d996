/** The statements on `oauth_clients`: applications that registered themselves. */
import { Effect, Random, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Secrets } from "../../runtime/Secrets.ts"
import { batchSize } from "../../runtime/Batches.ts"
import type { SealedColumn } from "../../runtime/KeyRotation.ts"
import { dayMillis, plusMillis } from "../../runtime/Time.ts"

/**
 * Registration is open to everybody, so the number of clients that nobody uses is bounded: beyond it, those of the sources
 * with the most go, the oldest first.
 */
const maxUnusedClients = 10_000
/** What an eviction leaves, so that the next one is far off. */
const keptUnusedClients = 9_000
/** How often a registration looks whether there are too many, which costs some milliseconds. */
const checkShare = 0.01
/**
 * Of one source. Hosted applications register once for each of their users, from a few addresses: this many of them may be
 * between the registration and their consent, or have given up within the hour.
 */
const maxUnusedOfSource = 1_000
/** A source at its limit loses the oldest that are older than this: a person may still be signing up for a newer one. */
const protectedMillis = 60 * 60_000
const evictedAtOnce = 100
const unusedMillis = 30 * dayMillis
/** From the last consent. An application remembers its id, and a person may come back. */
const idleMillis = 180 * dayMillis

export class TooManyRegistrations extends Schema.TaggedError<TooManyRegistrations>()("TooManyRegistrations", {
  retryAfterSeconds: Schema.Int
}) {}

export const sealedClients: SealedColumn = { table: "oauth_clients", column: "sealed" }

export const makeClientRows = (sql: SqlClient.SqlClient, secrets: Secrets["Service"]) => {
  /** The newest of all sources in turns, so that the sources with the most lose. */
  const deleteExcess = Effect.gen(function* () {
    const [row] = yield* sql<{ readonly count: number }>`
      SELECT count(*)::int AS count FROM oauth_clients WHERE used_at IS NULL`
    if (row === undefined || row.count <= maxUnusedClients) return
    yield* sql`
      DELETE FROM oauth_clients WHERE id = ANY (ARRAY(
        SELECT id FROM oauth_clients WHERE used_at IS NULL AND id = ANY (ARRAY(
          SELECT id FROM (
            SELECT id, created_at, row_number() OVER (PARTITION BY source ORDER BY created_at DESC, id) AS nth
            FROM oauth_clients WHERE used_at IS NULL
          ) unused ORDER BY nth, created_at DESC, id OFFSET ${keptUnusedClients}
        )) FOR UPDATE SKIP LOCKED
      ))`
  })

  const save = Effect.fnUntraced(function* (id: string, metadata: string, source: string, time: Date) {
    yield* sql`
      INSERT INTO oauth_clients (id, sealed, source, created_at)
      VALUES (${id}, ${secrets.seal(metadata)}, ${source}, ${time})
      ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed`
    if ((yield* Random.next) < checkShare) yield* deleteExcess
  })

  /** Seconds until the oldest of a source at its limit may go: 0 when it may already; undefined below the limit. */
  const secondsUntilRoom = (source: string, time: Date) =>
    Effect.map(
      sql<{ readonly count: number; readonly oldest: Date | null }>`
        SELECT count(*)::int AS count, min(created_at) AS oldest FROM oauth_clients
        WHERE source = ${source} AND used_at IS NULL`,
      ([row]) => {
        if (row === undefined || row.oldest === null || row.count < maxUnusedOfSource) return undefined
        const millis = plusMillis(row.oldest, protectedMillis).getTime() - time.getTime()
        return Math.max(0, Math.ceil(millis / 1_000))
      }
    )

  /** Makes room for one more of this source, at the cost of its own old ones only. */
  const makeRoom = Effect.fnUntraced(function* (source: string, time: Date) {
    const retryAfterSeconds = yield* secondsUntilRoom(source, time)
    if (retryAfterSeconds === undefined) return
    if (retryAfterSeconds > 0) return yield* new TooManyRegistrations({ retryAfterSeconds })
    // What another registration is deleting at this moment is skipped.
    yield* sql`
      DELETE FROM oauth_clients WHERE id = ANY (ARRAY(
        SELECT id FROM oauth_clients
        WHERE source = ${source} AND used_at IS NULL AND created_at <= ${plusMillis(time, -protectedMillis)}
        ORDER BY created_at LIMIT ${evictedAtOnce} FOR UPDATE SKIP LOCKED
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

  return { makeRoom, save, deleteExcess, find, use, destroy, deleteIdle }
}

export type ClientRows = ReturnType<typeof makeClientRows>
