/**
 * The statements on `kept_rows`. Expired rows count as absent. `deleteOldest` and
 * `setReadTo` need the account's lock.
 */
import type { AccountId } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { batchSize } from "../runtime/Batches.ts"
import type { RestId } from "../runtime/Ids.ts"

/** How much is kept for an account; beyond it, the oldest is deleted. */
export const maxKeptAnswers = 20
export const maxKeptBytes = 16 * 1024 * 1024

export interface KeptAnswer {
  readonly id: RestId
  readonly apiType: string
  readonly content: string
  readonly rowCount: number
  readonly expiresAt: Date
}

export interface KeptRow {
  readonly content: string
  readonly rowCount: number
}

export const makeKeptRowsStore = (sql: SqlClient.SqlClient) => {
  const insert = (accountId: AccountId, { id, apiType, content, rowCount, expiresAt }: KeptAnswer) =>
    sql`
      INSERT INTO kept_rows (account_id, id, api_type, content, bytes, row_count, expires_at)
      VALUES (${accountId}, ${id}, ${apiType}, ${content}, ${Buffer.byteLength(content)}, ${rowCount}, ${expiresAt})`

  /** Deletes the oldest, until the account has no more than it may. The newest stays. */
  const deleteOldest = (accountId: AccountId) =>
    sql`
      DELETE FROM kept_rows k USING (
        SELECT id, row_number() OVER newest AS place, sum(bytes) OVER newest AS total FROM kept_rows
        WHERE account_id = ${accountId} WINDOW newest AS (ORDER BY number DESC)
      ) kept
      WHERE k.account_id = ${accountId} AND k.id = kept.id
        AND (kept.place > ${maxKeptAnswers} OR kept.place > 1 AND kept.total > ${maxKeptBytes})`

  const find = (accountId: AccountId, id: string, apiType: string, time: Date) =>
    Effect.map(
      sql<KeptRow>`
        SELECT content, row_count FROM kept_rows
        WHERE account_id = ${accountId} AND id = ${id} AND api_type = ${apiType} AND expires_at > ${time}`,
      (rows) => rows[0]
    )

  /** Undefined when the rows are gone. */
  const readTo = (accountId: AccountId, id: string) =>
    Effect.map(
      sql<{ readTo: number }>`SELECT read_to FROM kept_rows WHERE account_id = ${accountId} AND id = ${id}`,
      (rows) => rows[0]?.readTo
    )

  const setReadTo = (accountId: AccountId, id: string, readTo: number) =>
    sql`UPDATE kept_rows SET read_to = ${readTo} WHERE account_id = ${accountId} AND id = ${id}`

  /** Deletes one batch of expired rows of all accounts, and returns them. */
  const deleteExpired = (time: Date) =>
    sql`
      DELETE FROM kept_rows k USING (
        SELECT account_id, id FROM kept_rows WHERE expires_at <= ${time}
        ORDER BY expires_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
      ) expired
      WHERE k.account_id = expired.account_id AND k.id = expired.id RETURNING 1`

  return { insert, deleteOldest, find, readTo, setReadTo, deleteExpired }
}
