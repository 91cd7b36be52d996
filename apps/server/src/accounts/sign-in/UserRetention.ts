/** Deletes what no longer has a meaning: ended sessions, links and counts, and users who never proved their address. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { maintenance } from "../../runtime/Background.ts"
import { batchSize, inBatches } from "../../runtime/Batches.ts"
import { dayMillis, now, plusMillis } from "../../runtime/Time.ts"

const unverifiedDays = 7

export const deleteExpired = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const time = yield* now
  const limit = sql`LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`
  const batches = [
    sql`DELETE FROM user_sessions WHERE id IN (
      SELECT id FROM user_sessions WHERE expires_at < ${time} ${limit}) RETURNING 1`,
    sql`DELETE FROM user_verifications WHERE id IN (
      SELECT id FROM user_verifications WHERE expires_at < ${time} ${limit}) RETURNING 1`,
    sql`DELETE FROM user_email_changes WHERE user_id IN (
      SELECT user_id FROM user_email_changes WHERE expires_at < ${time} ${limit}) RETURNING 1`,
    sql`DELETE FROM sign_in_attempts WHERE key IN (
      SELECT key FROM sign_in_attempts WHERE window_ends_at < ${time} ${limit}) RETURNING 1`,
    sql`DELETE FROM users WHERE id IN (
      SELECT id FROM users
      WHERE created_at < ${plusMillis(time, -unverifiedDays * dayMillis)} AND NOT email_verified ${limit}) RETURNING 1`
  ]
  yield* Effect.forEach(batches, inBatches, { discard: true })
})

export const userRetentionTask = maintenance("sign-in retention", "1 hour", deleteExpired)
