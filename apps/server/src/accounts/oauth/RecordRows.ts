/** The statements on `oauth_records`: codes, tokens, interactions. Expired rows count as absent. */
import { Effect, Random } from "effect"
import type { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { batchSize } from "../../runtime/Batches.ts"
import { plusMillis } from "../../runtime/Time.ts"

/** Values that are stored, by the provider's names for them. */
export const recordModels = [
  "AccessToken",
  "AuthorizationCode",
  "Interaction",
  "RefreshToken",
  "ReplayDetection"
] as const
export type RecordModel = (typeof recordModels)[number]

/**
 * A refresh token works this long after its first use. Parallel refreshes, and a repetition after an answer that was
 * lost, succeed without a lock; a thief's later use still shows.
 */
export const refreshGraceMillis = 30_000

/** Records of one kind that a connection may have; the oldest are deleted. Ten days of refreshing every 15 minutes. */
const maxRecordsOfConnection = 1_000
/** Authorization requests that wait for a person. Anybody can make one: beyond it, the sources with the most lose theirs. */
const maxInteractions = 50_000
/** What an eviction leaves, so that the next one is far off. */
const keptInteractions = 45_000
/** How often a new one looks whether there are too many; counting them costs some milliseconds. */
const interactionCheckShare = 0.01

export interface NewRecord {
  readonly payload: string
  readonly connectionId: string | null
  readonly resource: string | null
  readonly expiresAt: Date
}

export interface FoundRecord {
  readonly payload: string
  readonly consumedAt: Date | null
  /** Whether the connection has a refresh token already, which an exchange of a code makes last. */
  readonly isExchanged: boolean
}

/** Codes, tokens and ids of interactions are random, so a fast hash is enough. */
export const hashOf = (id: string): Uint8Array => createHash("sha256").update(id).digest()

export const makeRecordRows = (sql: SqlClient.SqlClient) => {
  const isOne = (rows: ReadonlyArray<unknown>) => rows.length > 0

  /** Returns false when its connection is gone. */
  const saveOfConnection = Effect.fnUntraced(function* (
    model: RecordModel,
    id: string,
    { payload, connectionId, resource, expiresAt }: NewRecord,
    time: Date
  ) {
    const saved = yield* sql`
      WITH connection AS (
        UPDATE oauth_connections SET expires_at = greatest(expires_at, ${expiresAt}::timestamptz)
        WHERE id = ${connectionId} RETURNING id
      )
      INSERT INTO oauth_records AS r (model, id, connection_id, resource, payload, issued_at, expires_at)
      SELECT ${model}, ${hashOf(id)}::bytea, id, ${resource}::text, ${payload}, ${time}::timestamptz,
        ${expiresAt}::timestamptz FROM connection
      ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at
      RETURNING 1`
    yield* sql`
      DELETE FROM oauth_records WHERE model = ${model} AND id IN (
        SELECT id FROM oauth_records WHERE connection_id = ${connectionId} AND model = ${model}
        ORDER BY issued_at DESC OFFSET ${maxRecordsOfConnection}
      )`
    return isOne(saved)
  })

  /** Returns false when it is there already. */
  const saveOnce = (model: RecordModel, id: string, { payload, expiresAt }: NewRecord, time: Date) =>
    Effect.map(
      sql`
        INSERT INTO oauth_records (model, id, payload, issued_at, expires_at)
        VALUES (${model}, ${hashOf(id)}, ${payload}, ${time}, ${expiresAt}) ON CONFLICT DO NOTHING RETURNING 1`,
      isOne
    )

  const find = (model: RecordModel, id: string, time: Date) =>
    Effect.map(
      sql<FoundRecord>`
        SELECT payload, consumed_at, model = 'AuthorizationCode' AND EXISTS (
          SELECT 1 FROM oauth_records t WHERE t.connection_id = r.connection_id AND t.model = 'RefreshToken'
        ) AS is_exchanged
        FROM oauth_records r WHERE model = ${model} AND id = ${hashOf(id)} AND expires_at > ${time}`,
      ([row]) => row
    )

  /** Returns false when it is gone or was consumed before. Of several at once, one succeeds. */
  const consume = (model: RecordModel, id: string, time: Date) =>
    Effect.map(
      sql`
        UPDATE oauth_records SET consumed_at = ${time}
        WHERE model = ${model} AND id = ${hashOf(id)} AND consumed_at IS NULL RETURNING 1`,
      isOne
    )

  /** Like `consume`, but all within the grace succeed. The first one begins it. */
  const consumeWithGrace = (model: RecordModel, id: string, time: Date) =>
    Effect.map(
      sql`
        UPDATE oauth_records SET consumed_at = coalesce(consumed_at, ${time}::timestamptz)
        WHERE model = ${model} AND id = ${hashOf(id)}
          AND (consumed_at IS NULL OR consumed_at > ${plusMillis(time, -refreshGraceMillis)}::timestamptz)
        RETURNING 1`,
      isOne
    )

  const destroy = (model: RecordModel, id: string) =>
    sql`DELETE FROM oauth_records WHERE model = ${model} AND id = ${hashOf(id)}`

  const destroyOfConnection = (model: RecordModel, connectionId: string) =>
    sql`DELETE FROM oauth_records WHERE connection_id = ${connectionId} AND model = ${model}`

  /** One batch; returns its rows. */
  const deleteExpired = (time: Date) =>
    sql`
      DELETE FROM oauth_records r USING (
        SELECT model, id FROM oauth_records WHERE expires_at <= ${time}
        ORDER BY expires_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
      ) expired
      WHERE r.model = expired.model AND r.id = expired.id RETURNING 1`

  /** The newest of all sources in turns stay. */
  const deleteExcessInteractions = Effect.gen(function* () {
    const [row] = yield* sql<{ readonly count: number }>`
      SELECT count(*)::int AS count FROM oauth_records WHERE model = 'Interaction'`
    if (row === undefined || row.count <= maxInteractions) return
    yield* sql`
      DELETE FROM oauth_records WHERE model = 'Interaction' AND id = ANY (ARRAY(
        SELECT id FROM oauth_records WHERE model = 'Interaction' AND id = ANY (ARRAY(
          SELECT id FROM (
            SELECT id, issued_at, row_number() OVER (PARTITION BY source ORDER BY issued_at DESC, id) AS nth
            FROM oauth_records WHERE model = 'Interaction'
          ) waiting ORDER BY nth, issued_at DESC, id OFFSET ${keptInteractions}
        )) FOR UPDATE SKIP LOCKED
      ))`
  })

  const saveInteraction = Effect.fnUntraced(function* (
    id: string,
    { payload, expiresAt }: NewRecord,
    source: string,
    time: Date
  ) {
    yield* sql`
      INSERT INTO oauth_records (model, id, source, payload, issued_at, expires_at)
      VALUES ('Interaction', ${hashOf(id)}, ${source}, ${payload}, ${time}, ${expiresAt})
      ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`
    if ((yield* Random.next) < interactionCheckShare) yield* deleteExcessInteractions
  })

  return {
    saveOfConnection,
    saveInteraction,
    saveOnce,
    find,
    consume,
    consumeWithGrace,
    destroy,
    destroyOfConnection,
    deleteExpired,
    deleteExcessInteractions
  }
}

export type RecordRows = ReturnType<typeof makeRecordRows>
