/** Questions about rules, additions of ours: what a rule would match, would have matched, and why a post did not fire it. */
import { Schema } from "effect"
import { type Body, Envelope } from "../Operation.ts"
import { askOperation, pricedAskOperation, readOperationOn } from "../OperationKinds.ts"
import { PostCode } from "../Parameters.ts"
import { backtestPrice, perCall, webhookEventPrice } from "../Prices.ts"
import { BacktestDay, RuleExplanation, RulePreview } from "../RuleTrials.ts"
import { BacktestInput, backtestDays, PreviewInput } from "../Rules.ts"
import { management, ofRule, type RuleRequest } from "./Webhooks.ts"

const PreviewResult = Envelope("The preview.", { data: RulePreview })

export const previewRule = askOperation({
  ...management,
  name: "previewRule",
  path: "/webhook/rules/preview",
  payload: PreviewInput,
  result: PreviewResult,
  summary: "Preview a rule",
  description: `Shows how many posts within its window a rule would match now, by hour, with the newest examples and the credits that their events would cost. It creates no rule or event and costs nothing. The body is the same as for a new rule, with the same checks. With \`compareTo\`, the id of a rule that this one would replace, \`again\` counts the posts that would be sent and charged a second time. Previews have their own rate limit.`,
  parameters: ({ payload }: { readonly payload: PreviewInput }) => ({ call: "preview_rule", ...payload })
})

const BacktestResult = Envelope("The backtest.", {
  data: Schema.Array(BacktestDay).annotate({ description: "One row for each day, oldest first; the last is today." })
})

export const backtestRule = pricedAskOperation({
  ...management,
  apiType: "webhook_backtest",
  name: "backtestRule",
  path: "/webhook/rules/backtest",
  payload: BacktestInput,
  result: BacktestResult,
  summary: "Backtest a rule",
  description: `Shows how many posts a rule would have matched on each of the past days, at most ${backtestDays.atMost}, and what their events would have cost, at ${webhookEventPrice} credits each. A post counts on the day it was posted if it reached the thresholds within the rule's window. Heddle uses the newest counts observed within the window. For older posts, it keeps one observation each time the post's age grows by a quarter, so a count can be up to a fifth of the window old. Deleted posts do not count.`,
  price: perCall(backtestPrice),
  parameters: ({ payload }: { readonly payload: BacktestInput }) => payload
})

const ExplainResult = Envelope("The explanation.", { data: RuleExplanation })
export type ExplainResult = Body<typeof ExplainResult>

export const explainRule = readOperationOn({
  ...ofRule,
  name: "explainRule",
  path: "/webhook/rules/:rule_id/explain",
  // A missing plan is one of the answers.
  requires: "nothing",
  query: Schema.Struct({ post: PostCode }),
  result: ExplainResult,
  summary: "Explain a rule",
  description:
    "Explains why a post did or did not match a rule: each condition with the post's actual value, the window, the event if there is one, and what still has to happen. The result describes the moment of the call. It also works if the account has no plan with webhooks.",
  parameters: ({ params, query }: RuleRequest & { readonly query: { readonly post: typeof PostCode.Type } }) => ({
    call: "explain_rule",
    ...params,
    ...query
  })
})
