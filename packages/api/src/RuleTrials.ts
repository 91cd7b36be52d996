/** What previews, backtests and explanations of rules answer (decisions, "Preview", "Explain"). */
import { Schema, Struct } from "effect"
import { EventId } from "./Ids.ts"
import { Count } from "./Parameters.ts"
import { DetailedPost } from "./Posts.ts"
import { webhookEventPrice } from "./Prices.ts"

/** The newest posts that a preview shows. */
export const previewExamples = 5

const credits = Count.annotate({
  description: `What the events of these posts would cost, in credits: ${webhookEventPrice} each.`
})

export const RulePreview = Schema.Struct({
  matches: Count.annotate({ description: "Posts that match the rule now, within its window." }),
  credits,
  hours: Schema.Array(
    Schema.Struct({
      hour: Schema.String.annotate({ description: "When the hour starts (RFC 3339)." }),
      matches: Count.annotate({ description: "Posts of this hour that match." })
    })
  ).annotate({
    description:
      "The posts by their time of posting: one row for each hour of the window, counted back from now, oldest first, including hours with 0 matches."
  }),
  examples: Schema.Array(DetailedPost).annotate({
    description: `The newest of these posts, at most ${previewExamples}, as \`/post/search\` returns them with details.`
  }),
  again: Schema.optionalKey(Count).annotate({
    description:
      "Only with `compareTo`: how many of `matches` that rule has already sent or started to send. A new rule has a new id, so it sends these posts again, and each costs credits again."
  })
}).annotate({ identifier: "RulePreview", description: "What the rule would match now." })
export type RulePreview = typeof RulePreview.Type

export const BacktestDay = Schema.Struct({
  day: Schema.String.annotate({ description: "A day in UTC, as `2026-11-22`." }),
  matches: Count.annotate({ description: "Posts of this day that the rule would have matched." }),
  credits
}).annotate({ identifier: "BacktestDay", description: "A day." })
export type BacktestDay = typeof BacktestDay.Type

/** Every verdict, and when it is given; the first that applies. */
export const explanationVerdicts = {
  fired: "the rule has created an event for the post",
  unknown_post: "no post with this code is stored",
  deleted: "the post was deleted",
  existing: "the post matched when the rule was created, with `sendExisting: false`",
  no_match: "its text does not contain the keyword, or it is in another language; neither ever changes",
  too_old: "the post left the window before it reached the thresholds",
  no_plan: "the account has no plan with webhooks, so its rules are paused",
  waiting: "the post is still below a threshold, and within the window",
  capped: "all conditions of the rule hold, but the endpoint has reached its daily cap",
  out_of_credits: "all conditions of the rule hold, but the credits do not cover an event",
  will_fire: "all conditions hold, so the next check creates the event"
} as const
export type ExplanationVerdict = keyof typeof explanationVerdicts

const Value = Schema.Union([Schema.String, Schema.Finite, Schema.Null])

export const ExplainedCondition = Schema.Struct({
  name: Schema.Literals([
    "post",
    "keyword",
    "language",
    "likeCount",
    "replyCount",
    "viewCount",
    "window",
    "plan",
    "dailyCap",
    "credits"
  ]).annotate({
    description:
      "`post`: whether it is stored. `keyword`, `language`, `likeCount`, `replyCount`, `viewCount`: the ones that the rule has. `window`: the age of the post in hours. `plan`, `credits`: the account's. `dailyCap`: what the endpoint's events can still cost today, if it has a cap."
  }),
  wanted: Value.annotate({ description: "The required value; for `window`, the maximum age." }),
  actual: Value.annotate({ description: "The actual value; null if there is none, such as an unknown view count." }),
  holds: Schema.Boolean.annotate({ description: "Whether the condition holds now." })
}).annotate({ identifier: "ExplainedCondition", description: "A condition and its verdict." })
export type ExplainedCondition = typeof ExplainedCondition.Type

export const RuleExplanation = Schema.Struct({
  verdict: Schema.Literals(Struct.keys(explanationVerdicts)).annotate({
    description: `${Object.entries(explanationVerdicts)
      .map(([verdict, when]) => `\`${verdict}\`: ${when}.`)
      .join(" ")} If several apply, the first of these.`
  }),
  conditions: Schema.Array(ExplainedCondition).annotate({
    description: "The conditions of an event, as they stand now. Without a stored post, only `post`."
  }),
  window: Schema.Struct({
    from: Schema.NullOr(Schema.String).annotate({ description: "When it was posted; null when unknown (RFC 3339)." }),
    until: Schema.NullOr(Schema.String).annotate({
      description: "When it leaves, or left, the window of the rule; null when unknown (RFC 3339)."
    })
  }).annotate({ description: "The time span during which this rule checks the post." }),
  checkedAt: Schema.NullOr(Schema.String).annotate({
    description:
      "When this account's rules were last checked; newer rules and posts wait for the next check. Null before the first (RFC 3339)."
  }),
  event: Schema.NullOr(
    Schema.Struct({
      id: EventId.annotate({ description: "The event (`evt_…`)." }),
      state: Schema.Literals(["scheduled", "sending", "retrying", "delivered", "failed", "cancelled"]).annotate({
        description:
          "`scheduled`: waits for its first attempt. `sending`. `retrying`: waits for another attempt. `delivered`. `failed`: no attempt is left. `cancelled`: the rule, the endpoint or the post was deleted first."
      })
    })
  ).annotate({ description: "The event that the rule created for the post; null if there is none." }),
  text: Schema.String.annotate({ description: "The verdict in words, and what still has to happen." })
}).annotate({ identifier: "RuleExplanation", description: "Why the post did or did not match the rule." })
export type RuleExplanation = typeof RuleExplanation.Type
