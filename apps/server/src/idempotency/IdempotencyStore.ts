/** The statements on `idempotency_keys`. Expired rows count as absent. */
import type { AccountId } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { batchSize } from "../runtime/Batches.ts"
import { idempotencyLeaseMillis } from "../runtime/CallTimings.ts"
import type { ClaimId, ProcessId } from "../runtime/Ids.ts"
import { dayMillis, plusMillis } from "../runtime/Time.ts"

/** How long an answer is replayed (decisions, "Conventions of the HTTP API"). */
const retentionMillis = dayMillis

export interface RequestKey {
  readonly accountId: AccountId
  readonly keyDigest: string
}

export interface KeyRow {
  readonly requestDigest: string
  /** Null while the first call is running. */
  readonly sealedAnswer: Uint8Array | null
}

/** A call that runs under a key. */
export interface Claim {
  readonly id: ClaimId
  readonly process: ProcessId
}

export const makeIdempotencyStore = (sql: SqlClient.SqlClient) => {
  /** Returns whether this claim now owns the key. The claim of a dead process is replaced. */
  const claim = ({ accountId, keyDigest }: RequestKey, requestDigest: string, { id, process }: Claim, time: Date) =>
    Effect.map(
      sql`
        INSERT INTO idempotency_keys AS k (account_id, key_digest, request_digest, claim, process, expires_at)
        VALUES (${accountId}, ${keyDigest}, ${requestDigest}, ${id}, ${process},
          ${plusMillis(time, idempotencyLeaseMillis)})
        ON CONFLICT (account_id, key_digest) DO UPDATE
        SET request_digest = excluded.request_digest, claim = excluded.claim, process = excluded.process,
          sealed_answer = NULL, expires_at = excluded.expires_at
        WHERE k.expires_at <= ${time} OR k.sealed_answer IS NULL AND k.process IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM processes p WHERE p.id = k.process)
        RETURNING claim`,
      (rows) => rows.length > 0
    )

  const find = ({ accountId, keyDigest }: RequestKey, time: Date) =>
    Effect.map(
      sql<KeyRow>`
        SELECT request_digest, sealed_answer FROM idempotency_keys
        WHERE account_id = ${accountId} AND key_digest = ${keyDigest} AND expires_at > ${time}`,
      (rows) => rows[0]
    )

  /** Returns false when another claim has taken the key over. */
  const saveAnswer = ({ accountId, keyDigest }: RequestKey, claimId: ClaimId, sealedAnswer: Uint8Array, time: Date) =>
    Effect.map(
      sql`
        UPDATE idempotency_keys SET sealed_answer = ${sealedAnswer}, expires_at = ${plusMillis(time, retentionMillis)}
        WHERE account_id = ${accountId} AND key_digest = ${keyDigest} AND claim = ${claimId} RETURNING claim`,
      (rows) => rows.length > 0
    )

  /** Deletes the claim of a failed call; a saved answer stays. */
  const release = ({ accountId, keyDigest }: RequestKey, claimId: ClaimId) =>
    sql`
      DELETE FROM idempotency_keys
      WHERE account_id = ${accountId} AND key_digest = ${keyDigest} AND claim = ${claimId} AND sealed_answer IS NULL`

  /** Deletes one batch of expired rows of all accounts, and returns them. */
  const deleteExpired = (time: Date) =>
    sql`
      DELETE FROM idempotency_keys k USING (
        SELECT account_id, key_digest FROM idempotency_keys WHERE expires_at <= ${time}
        ORDER BY expires_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
      ) expired
      WHERE k.account_id = expired.account_id AND k.key_digest = expired.key_digest RETURNING 1`

  return { claim, find, saveAnswer, release, deleteExpired }
}
