/** Deletes what has expired: tokens, connections whose last token is gone, applications that nobody uses. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { background } from "../../runtime/Background.ts"
import { inBatches } from "../../runtime/Batches.ts"
import { Secrets } from "../../runtime/Secrets.ts"
import { now } from "../../runtime/Time.ts"
import { makeClientRows } from "./ClientRows.ts"
import { makeConnectionRows } from "./ConnectionRows.ts"
import { makeRecordRows } from "./RecordRows.ts"

export class OAuthRetention extends Context.Service<OAuthRetention, { readonly run: Effect.Effect<void> }>()(
  "@heddle/server/accounts/oauth/OAuthRetention"
) {
  static readonly layer = Layer.effect(
    OAuthRetention,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const records = makeRecordRows(sql)
      const connections = makeConnectionRows(sql)
      const clients = makeClientRows(sql, yield* Secrets)

      const run = Effect.gen(function* () {
        const time = yield* now
        yield* inBatches(records.deleteExpired(time))
        yield* records.deleteExcessInteractions
        yield* inBatches(connections.deleteExpired(time))
        yield* inBatches(clients.deleteIdle(time))
      }).pipe(Effect.orDie, Effect.withSpan("OAuthRetention.run"))

      return OAuthRetention.of({ run })
    })
  )
}

export const oauthRetentionTask = background({
  name: "token retention",
  role: "maintenance",
  every: "10 minutes",
  run: OAuthRetention.use(({ run }) => run),
  onStop: "interrupt"
})
