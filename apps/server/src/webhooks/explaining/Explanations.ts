/** Explains to a customer why a post did or did not fire a rule. */
import type { AccountId, NotFound, RuleExplanation, RuleId } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { now } from "../../runtime/Time.ts"
import { knownPost } from "../../store/posts/KnownPost.ts"
import { makeDailyCap } from "../delivery/DailyCap.ts"
import { unknownRule } from "../management/EndpointRecords.ts"
import { type AccountState, explanationOf, type RuleState } from "./Verdict.ts"

export class Explanations extends Context.Service<
  Explanations,
  {
    of(
      accountId: AccountId,
      ruleId: RuleId,
      postCode: string,
      account: AccountState
    ): Effect.Effect<RuleExplanation, NotFound>
  }
>()("@heddle/server/webhooks/explaining/Explanations") {
  static readonly layer = Layer.effect(
    Explanations,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const cap = makeDailyCap(sql)

      const stateOf = (accountId: AccountId, ruleId: RuleId, postCode: string, time: Date) => sql<RuleState>`
        SELECT r.*, ${cap.room(time)}, s.checked_at, e.id AS event_id, e.state AS event_state
        FROM webhook_rules r
        JOIN webhook_endpoints p ON p.account_id = r.account_id AND p.id = r.endpoint_id
        JOIN webhook_queues q ON q.account_id = r.account_id AND q.endpoint_id = r.endpoint_id
        LEFT JOIN webhook_rounds o ON o.account_id = r.account_id
        LEFT JOIN webhook_round_shards s ON s.shard = o.shard
        LEFT JOIN webhook_events e ON e.account_id = r.account_id AND e.rule_id = r.id AND e.post_code = ${postCode}
        WHERE r.account_id = ${accountId} AND r.id = ${ruleId}`

      const of = Effect.fn("Explanations.of")(function* (
        accountId: AccountId,
        ruleId: RuleId,
        postCode: string,
        account: AccountState
      ) {
        const time = yield* now
        const post = yield* Effect.orDie(knownPost(sql, postCode))
        // After the post: an event of a round in between is found.
        const [rule] = yield* Effect.orDie(stateOf(accountId, ruleId, postCode, time))
        return rule === undefined ? yield* unknownRule(ruleId) : explanationOf(rule, post, account, time)
      })

      return Explanations.of({ of })
    })
  )
}
