/** Deletes what has expired: tokens, connections whose last token is gone, applications that nobody uses. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { maintenance } from "../../runtime/Background.ts"
import { inBatches } from "../../runtime/Batches.ts"
import { Secrets } from "../../runtime/Secrets.ts"
import { now } from "../../runtime/Time.ts"
import { makeClientRows } from "./ClientRows.ts"
import { makeConnectionRows } from "./ConnectionRows.ts"
import { makeRecordRows } from "./RecordRows.ts"

export const deleteExpiredTokens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const records = makeRecordRows(sql)
  const clients = makeClientRows(sql, yield* Secrets)
  const time = yield* now
  yield* inBatches(records.deleteExpired(time))
  yield* records.deleteExcessInteractions
  yield* inBatches(makeConnectionRows(sql).deleteExpired(time))
  yield* inBatches(clients.deleteIdle(time))
  yield* clients.deleteExcess
}).pipe(Effect.orDie, Effect.withSpan("OAuthRetention.run"))

export const oauthRetentionTask = maintenance("token retention", "10 minutes", deleteExpiredTokens)
