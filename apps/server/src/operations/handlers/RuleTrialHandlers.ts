/** Answers to the questions about rules. */
import { backtestDays, backtestRule, explainRule, previewRule } from "@heddle/api"
import { ruleNotices } from "@heddle/api/keywords"
import { Effect, Layer } from "effect"
import { remainingOf } from "../../credits/ledger/CallerStates.ts"
import { RuleBacktests } from "../../queries/rules/RuleBacktests.ts"
import { RulePreviews } from "../../queries/rules/RulePreviews.ts"
import { makeRate, type Quota, windowSeconds } from "../../runtime/RateLimiter.ts"
import { Settings } from "../../runtime/Settings.ts"
import { Explanations } from "../../webhooks/explaining/Explanations.ts"
import { SentPosts } from "../../webhooks/management/SentPosts.ts"
import { checkedColumns } from "../../webhooks/management/RuleRow.ts"
import { TooManyCalls } from "../metering/Call.ts"
import { Metering } from "../metering/Metering.ts"

const data = <A>(value: A) => ({ data: value })

export const ruleTrialHandlers = Effect.gen(function* () {
  const { read, priced } = yield* Metering
  const { previewLimit, ruleLanguages } = yield* Settings
  const previews = yield* RulePreviews
  const backtests = yield* RuleBacktests
  const explanations = yield* Explanations
  const sent = yield* SentPosts
  const rate = makeRate(previewLimit)

  return {
    previewRule: read(
      previewRule,
      Effect.fnUntraced(function* ({ payload: { compareTo, ...input } }, { accountId }) {
        const rule = yield* checkedColumns(input, ruleLanguages)
        const quota = yield* rate.take(accountId)
        if (quota?.admitted === false) return yield* tooManyPreviews(quota)
        const countSent = compareTo === undefined ? null : yield* sent.of(accountId, compareTo)
        return { data: yield* previews.of(rule, countSent), notices: ruleNotices(input, ruleLanguages) }
      })
    ),
    backtestRule: priced(backtestRule, ({ payload: { days = backtestDays.byDefault, ...input } }) =>
      Effect.map(checkedColumns(input, ruleLanguages), (rule) =>
        Effect.map(backtests.of(rule, days), (found) => ({ data: found, notices: ruleNotices(input, ruleLanguages) }))
      )
    ),
    explainRule: read(explainRule, ({ params, query }, { accountId, state }) =>
      Effect.map(
        explanations.of(accountId, params.rule_id, query.post, { plan: state.plan, credits: remainingOf(state) }),
        data
      )
    )
  }
})

export const tooManyPreviews = (quota: Quota) =>
  new TooManyCalls(
    `More than ${quota.limit} previews in ${windowSeconds} seconds. Try again in ${quota.resetSeconds} s.`,
    quota.resetSeconds,
    { name: "previews", quota }
  )

/** The queries behind these answers. */
export const RuleTrialQueries = Layer.mergeAll(RulePreviews.layer, RuleBacktests.layer)
