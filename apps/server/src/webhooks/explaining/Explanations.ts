/** Explains to a customer why a post did or did not fire a rule. */
import {
  type AccountId,
  type EventId,
  type ExplainedCondition,
  type ExplanationVerdict,
  type NotFound,
  type PlanName,
  plans,
  type RuleExplanation,
  type RuleId,
  webhookEventPrice
} from "@heddle/api"
import { encodeKeyword, languageMatches } from "@heddle/text"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { hourMillis, now } from "../../runtime/Time.ts"
import { knownPost, type KnownPost } from "../../store/posts/KnownPost.ts"
import type { Candidate } from "../../store/posts/PostChangeFeed.ts"
import { makeDailyCap } from "../delivery/DailyCap.ts"
import type { EventState } from "../delivery/EventState.ts"
import { unknownRule } from "../management/EndpointRecords.ts"
import type { MatchableRule, RuleRow } from "../management/RuleRow.ts"
import { reaches, windowEnd } from "../matching/Conditions.ts"
import { textOf } from "./ExplanationText.ts"

/** The conditions of a rule one by one, each with its verdict on a post: all hold exactly when the rule matches. Pure. */
const keywordCondition = ({ keyword }: MatchableRule, { tokenText }: Candidate): ReadonlyArray<ExplainedCondition> => {
  if (keyword === null) return []
  const encoded = encodeKeyword(keyword)
  const holds = encoded !== undefined && tokenText.includes(encoded)
  return [{ name: "keyword", wanted: keyword, actual: holds ? keyword : null, holds }]
}

const languageCondition = (rule: MatchableRule, { language }: Candidate): ExplainedCondition => ({
  name: "language",
  wanted: rule.language,
  actual: language,
  holds: languageMatches(rule.language, language)
})

const countCondition = (
  name: "likeCount" | "replyCount" | "viewCount",
  wanted: number | null,
  actual: number | null
): ReadonlyArray<ExplainedCondition> =>
  wanted === null ? [] : [{ name, wanted, actual, holds: reaches(actual, wanted) }]

/** The age is rounded up to hundredths, so that it is above the window only when the post is. */
const windowCondition = (rule: MatchableRule, { postedAt }: Candidate, at: Date): ExplainedCondition => ({
  name: "window",
  wanted: rule.lookbackHours,
  actual: Math.ceil(((at.getTime() - postedAt.getTime()) / hourMillis) * 100) / 100,
  holds: at.getTime() <= windowEnd(rule, postedAt)
})

export const conditionsOf = (rule: MatchableRule, post: Candidate, at: Date): ReadonlyArray<ExplainedCondition> => [
  ...keywordCondition(rule, post),
  languageCondition(rule, post),
  ...countCondition("likeCount", rule.likeCount, post.likeCount),
  ...countCondition("replyCount", rule.replyCount, post.replyCount),
  ...countCondition("viewCount", rule.viewCount, post.impressionCount),
  windowCondition(rule, post, at)
]

/** A rule with what else decides whether it fires for a post. */
type RuleState = RuleRow & {
  /** Credits that the endpoint's events may still cost today; null without a cap. */
  readonly room: number | null
  readonly checkedAt: Date | null
  /** Whether the rule leaves the post out. */
  readonly isLeftOut: boolean
  readonly eventId: EventId | null
  readonly eventState: EventState | null
}

interface AccountState {
  readonly plan: PlanName | null
  /** Credits that it can spend. */
  readonly credits: number
}

const accountConditions = ({ room }: RuleState, { plan, credits }: AccountState): ReadonlyArray<ExplainedCondition> => [
  { name: "plan", wanted: "with webhooks", actual: plan, holds: plan !== null && plans[plan].webhooks },
  ...(room === null
    ? []
    : [{ name: "dailyCap" as const, wanted: webhookEventPrice, actual: room, holds: room >= webhookEventPrice }]),
  { name: "credits", wanted: webhookEventPrice, actual: credits, holds: credits >= webhookEventPrice }
]

/** What a condition that fails means, in order of precedence. */
const meanings = [
  ["keyword", "no_match"],
  ["language", "no_match"],
  ["window", "too_old"],
  ["plan", "no_plan"],
  ["likeCount", "waiting"],
  ["replyCount", "waiting"],
  ["viewCount", "waiting"],
  ["dailyCap", "capped"],
  ["credits", "out_of_credits"]
] as const satisfies ReadonlyArray<readonly [ExplainedCondition["name"], ExplanationVerdict]>

const verdictOf = (
  rule: RuleState,
  known: KnownPost,
  conditions: ReadonlyArray<ExplainedCondition>
): ExplanationVerdict => {
  if (rule.eventId !== null) return "fired"
  if (known.status === "unknown") return "unknown_post"
  if (known.status === "deleted") return "deleted"
  if (rule.isLeftOut) return "existing"
  if (known.status === "dropped") return "too_old"
  const failed = new Set(conditions.flatMap(({ name, holds }) => (holds ? [] : [name])))
  return meanings.find(([name]) => failed.has(name))?.[1] ?? "will_fire"
}

const postedAtOf = (known: KnownPost): Date | null => {
  if (known.status === "stored") return known.post.postedAt
  return known.status === "dropped" ? known.postedAt : null
}

const explanationOf = (rule: RuleState, known: KnownPost, account: AccountState, at: Date): RuleExplanation => {
  const postCondition = {
    name: "post",
    wanted: "stored",
    actual: known.status === "unknown" ? null : known.status,
    holds: known.status === "stored"
  } as const
  const conditions = [
    postCondition,
    ...(known.status === "stored" ? [...conditionsOf(rule, known.post, at), ...accountConditions(rule, account)] : [])
  ]
  const postedAt = postedAtOf(known)
  const until = postedAt === null ? null : new Date(windowEnd(rule, postedAt))
  const verdict = verdictOf(rule, known, conditions)
  return {
    verdict,
    conditions,
    window: { from: postedAt?.toISOString() ?? null, until: until?.toISOString() ?? null },
    checkedAt: rule.checkedAt?.toISOString() ?? null,
    event: rule.eventId === null || rule.eventState === null ? null : { id: rule.eventId, state: rule.eventState },
    text: textOf({ verdict, conditions, until, eventState: rule.eventState })
  }
}

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
        SELECT r.*, ${cap.room(time)}, s.checked_at, e.id AS event_id, e.state AS event_state, EXISTS (
            SELECT 1 FROM webhook_existing_posts x WHERE x.rule_id = r.id AND x.post_code = ${postCode}
          ) AS is_left_out
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
