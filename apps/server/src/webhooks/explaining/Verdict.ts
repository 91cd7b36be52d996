/** From what is known of a rule, a post and an account to a verdict (decisions, "Explain"). Pure. */
import {
  type EventId,
  type ExplainedCondition,
  type ExplanationVerdict,
  type PlanName,
  plans,
  type RuleExplanation,
  webhookEventPrice
} from "@heddle/api"
import { encodeKeyword, languageMatches } from "@heddle/text"
import { hourMillis } from "../../runtime/Time.ts"
import type { KnownPost } from "../../store/posts/KnownPost.ts"
import type { Candidate } from "../../store/posts/PostChangeFeed.ts"
import type { EventState } from "../delivery/EventState.ts"
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
export type RuleState = RuleRow & {
  /** Credits that the endpoint's events may still cost today; null without a cap. */
  readonly room: number | null
  readonly checkedAt: Date | null
  readonly eventId: EventId | null
  readonly eventState: EventState | null
}

export interface AccountState {
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
  if (known.status === "dropped") return "too_old"
  const failed = new Set(conditions.flatMap(({ name, holds }) => (holds ? [] : [name])))
  return meanings.find(([name]) => failed.has(name))?.[1] ?? "will_fire"
}

const postedAtOf = (known: KnownPost): Date | null => {
  if (known.status === "stored") return known.post.postedAt
  return known.status === "dropped" ? known.postedAt : null
}

export const explanationOf = (rule: RuleState, known: KnownPost, account: AccountState, at: Date): RuleExplanation => {
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
