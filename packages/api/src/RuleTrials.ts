/** What previews and backtests of rules answer (decisions, "Preview"). */
import { Schema } from "effect"
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
}).annotate({ description: "What the rule would match now." })
export type RulePreview = typeof RulePreview.Type

export const BacktestDay = Schema.Struct({
  day: Schema.String.annotate({ description: "A day in UTC, as `2026-11-22`." }),
  matches: Count.annotate({ description: "Posts of this day that the rule would have matched." }),
  credits
}).annotate({ description: "A day." })
export type BacktestDay = typeof BacktestDay.Type
