/**
 * The signing secrets of endpoints. Owns `webhook_secrets`. The newest secret has no expiry; a rotation gives it one, so
 * that it signs beside its successor until then. Whoever signs judges the expiry at that moment.
 */
import { type AccountId, Conflict, type EndpointId, maxLiveSecrets } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { newId } from "../../runtime/Ids.ts"
import type { SealedColumn } from "../../runtime/KeyRotation.ts"
import type { Secrets } from "../../runtime/Secrets.ts"
import { hourMillis, now, plusMillis } from "../../runtime/Time.ts"

const secretBytes = 32

export const sealedSigningSecrets: SealedColumn = { table: "webhook_secrets", column: "sealed_secret" }

/** Sorts the secrets of one endpoint, newest first. */
export const newestFirst = (sql: SqlClient.SqlClient) => sql`s.expires_at IS NOT NULL, s.id DESC`

/** Deletes expired secrets of all endpoints. */
export const deleteExpiredSecrets = (sql: SqlClient.SqlClient, time: Date) =>
  sql`DELETE FROM webhook_secrets WHERE expires_at <= ${time}`

export const makeSigningSecrets = (sql: SqlClient.SqlClient, secrets: Secrets["Service"]) => {
  /** Adds a new secret, which becomes the newest. */
  const add = Effect.fnUntraced(function* (accountId: AccountId, endpointId: EndpointId) {
    const secret = `whsec_${randomBytes(secretBytes).toString("base64")}`
    yield* sql`
      INSERT INTO webhook_secrets (account_id, endpoint_id, id, sealed_secret, created_at)
      VALUES (${accountId}, ${endpointId}, ${yield* newId("sec")}, ${secrets.seal(secret)}, ${yield* now})`
    return secret
  })

  /** Returns when the secret that was the newest ends. The caller has locked the account and knows the endpoint. */
  const rotate = Effect.fnUntraced(function* (accountId: AccountId, endpointId: EndpointId, overlapHours: number) {
    const time = yield* now
    const ofEndpoint = sql`account_id = ${accountId} AND endpoint_id = ${endpointId}`
    yield* sql`DELETE FROM webhook_secrets WHERE ${ofEndpoint} AND expires_at <= ${time}`
    const [overlapping] = yield* sql<{ secrets: number; endsAt: Date | null }>`
      SELECT count(*) AS secrets, min(expires_at) AS ends_at FROM webhook_secrets
      WHERE ${ofEndpoint} AND expires_at IS NOT NULL`
    // The newest, which is not counted, stays active beside its successor.
    const live = overlapHours === 0 ? 1 : (overlapping?.secrets ?? 0) + 2
    if (live > maxLiveSecrets) return yield* tooManySecrets(overlapping?.endsAt ?? null)
    const endsAt = plusMillis(time, overlapHours * hourMillis)
    // Rotating without an overlap means that a secret has leaked, possibly an older one.
    const ended = overlapHours === 0 ? ofEndpoint : sql`${ofEndpoint} AND expires_at IS NULL`
    yield* sql`UPDATE webhook_secrets SET expires_at = ${endsAt} WHERE ${ended}`
    yield* add(accountId, endpointId)
    return endsAt
  })

  return { add, rotate }
}

const tooManySecrets = (endsAt: Date | null) =>
  new Conflict({
    detail: `The endpoint has ${maxLiveSecrets} valid secrets, which is the limit; the next one expires at ${endsAt?.toISOString() ?? "an unknown time"}. Rotate after that, or with overlapHours 0, which ends all earlier secrets immediately.`
  })
