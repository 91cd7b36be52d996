/** The statements on `idempotency_keys`, one each. A row whose time is over is as good as none. */
import type { AccountId } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { plusMillis } from "../runtime/Time.ts"
import type { ClaimId } from "../runtime/Ids.ts"

/** Longer than the longest call, which a hold's deadline ends after 120 s: a claim that ends is of a dead process. */
export const leaseMillis = 150_000
/** How long an answer is given again (decisions, "Conventions of the HTTP API"). */
export const keptMillis = 24 * 60 * 60 * 1000

export interface RequestKey {
  readonly accountId: AccountId
  readonly keyDigest: string
}

export interface KeyRow {
  readonly requestDigest: string
  /** Null while the first call runs. */
  readonly sealedAnswer: Uint8Array | null
}

/** Built once by `Idempotency`, its only user. */
export const makeIdempotencyStore = (sql: SqlClient.SqlClient) => {
  /** True when the key is ours now. */
  const claim = ({ accountId, keyDigest }: RequestKey, requestDigest: string, claimId: ClaimId, time: Date) =>
    Effect.map(
      sql`
        INSERT INTO idempotency_keys AS k (account_id, key_digest, request_digest, claim, expires_at)
        VALUES (${accountId}, ${keyDigest}, ${requestDigest}, ${claimId}, ${plusMillis(time, leaseMillis)})
        ON CONFLICT (account_id, key_digest) DO UPDATE
        SET request_digest = excluded.request_digest, claim = excluded.claim, sealed_answer = NULL,
          expires_at = excluded.expires_at
        WHERE k.expires_at <= ${time} RETURNING claim`,
      (rows) => rows.length > 0
    )

  const find = ({ accountId, keyDigest }: RequestKey, time: Date) =>
    Effect.map(
      sql<KeyRow>`
        SELECT request_digest, sealed_answer FROM idempotency_keys
        WHERE account_id = ${accountId} AND key_digest = ${keyDigest} AND expires_at > ${time}`,
      (rows) => rows[0]
    )

  /** False when the claim is not ours any more. */
  const keep = ({ accountId, keyDigest }: RequestKey, claimId: ClaimId, sealedAnswer: Uint8Array, time: Date) =>
    Effect.map(
      sql`
        UPDATE idempotency_keys SET sealed_answer = ${sealedAnswer}, expires_at = ${plusMillis(time, keptMillis)}
        WHERE account_id = ${accountId} AND key_digest = ${keyDigest} AND claim = ${claimId} RETURNING claim`,
      (rows) => rows.length > 0
    )

  /** Frees the key of a call that failed; one whose answer is kept stays. */
  const free = ({ accountId, keyDigest }: RequestKey, claimId: ClaimId) =>
    sql`
      DELETE FROM idempotency_keys
      WHERE account_id = ${accountId} AND key_digest = ${keyDigest} AND claim = ${claimId} AND sealed_answer IS NULL`

  /** Removes what is over, of all accounts, at most this many; returns how many it were. */
  const sweep = (atMost: number, time: Date) =>
    Effect.map(
      sql`
        DELETE FROM idempotency_keys k USING (
          SELECT account_id, key_digest FROM idempotency_keys WHERE expires_at <= ${time}
          ORDER BY expires_at LIMIT ${atMost} FOR UPDATE SKIP LOCKED
        ) old
        WHERE k.account_id = old.account_id AND k.key_digest = old.key_digest RETURNING 1`,
      (rows) => rows.length
    )

  return { claim, find, keep, free, sweep }
}
