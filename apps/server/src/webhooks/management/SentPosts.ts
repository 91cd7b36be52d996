/** Which posts a rule has sent, for previews of a rule that would replace it. */
import type { AccountId, NotFound, RuleId } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { listed } from "../../database/client/Recordset.ts"
import { unknownRule } from "./EndpointRecords.ts"

export class SentPosts extends Context.Service<
  SentPosts,
  {
    /** How to count those of some posts for which the rule made an event that was sent, or is being sent. */
    of(
      accountId: AccountId,
      ruleId: RuleId
    ): Effect.Effect<(codes: ReadonlyArray<string>) => Effect.Effect<number>, NotFound>
  }
>()("@heddle/server/webhooks/management/SentPosts") {
  static readonly layer = Layer.effect(
    SentPosts,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      // An event that was never attempted is cancelled with its rule, and its credits return.
      const count = (accountId: AccountId, ruleId: RuleId) => (codes: ReadonlyArray<string>) =>
        sql<{ sent: number }>`
          SELECT count(*) AS sent FROM webhook_events
          WHERE account_id = ${accountId} AND rule_id = ${ruleId} AND post_code IN ${listed(codes)} AND attempt > 0`.pipe(
          Effect.map(([row]) => row?.sent ?? 0),
          Effect.orDie
        )

      const of = Effect.fn("SentPosts.of")(function* (accountId: AccountId, ruleId: RuleId) {
        const rows = yield* Effect.orDie(
          sql`SELECT 1 FROM webhook_rules WHERE account_id = ${accountId} AND id = ${ruleId}`
        )
        return rows.length === 0 ? yield* unknownRule(ruleId) : count(accountId, ruleId)
      })

      return SentPosts.of({ of })
    })
  )
}
