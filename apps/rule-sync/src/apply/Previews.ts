/** What the API says about the new rules of a plan before one is created: refusals, and what they would send and cost. */
import { usualRuleLanguages } from "@heddle/api"
import { Effect } from "effect"
import type { DesiredRule } from "../plan/Desired.ts"
import type { Plan } from "../plan/Plan.ts"
import { InvalidFile, type Problem } from "../plan/Problem.ts"
import type { ApiFailure } from "./ApiFailure.ts"
import { WaitsWhenThrottled } from "./RetryPolicy.ts"
import { type Preview, Webhooks } from "./Webhooks.ts"

/** Of a plan, if nobody needs to know more. An account may ask 30 times in 60 seconds. */
const usualPreviews = 20
const concurrency = 4

export interface Prices {
  readonly byRule: ReadonlyMap<DesiredRule, Preview>
  /** New rules of which the API was not asked. */
  readonly unknown: number
  readonly credits: number
  /** Posts that replaced rules have sent, and that their successors send again. */
  readonly again: number
}

interface NewRule {
  readonly rule: DesiredRule
  readonly replaces: string | null
}

/** Those that are created now. */
const newRules = ({ endpoints }: Plan): ReadonlyArray<NewRule> =>
  endpoints.flatMap(({ creates, replacements }) => [
    ...replacements.flatMap(({ before, after, createsAt }) =>
      createsAt === null ? [{ rule: after, replaces: before.id }] : []
    ),
    ...creates.map((rule) => ({ rule, replaces: null }))
  ])

interface Answer {
  readonly rule: DesiredRule
  readonly preview?: Preview
  readonly problem?: Problem
}

/** Nothing but the rule without an answer: a server without previews refuses a rule when it is created. */
const ask = Effect.fnUntraced(function* ({ rule, replaces }: NewRule): Effect.fn.Return<Answer, ApiFailure, Webhooks> {
  const webhooks = yield* Webhooks
  return yield* webhooks.preview(rule.content, replaces).pipe(
    // What matches now is not sent then; how the keyword is read still counts.
    Effect.map((preview) => ({
      rule,
      preview: rule.sendExisting ? preview : { ...preview, matches: 0, credits: 0, again: 0 }
    })),
    Effect.catchIf(
      ({ outcome }) => outcome === "refused" || outcome === "not-found",
      ({ outcome, message }) =>
        Effect.succeed(outcome === "refused" ? { rule, problem: { position: rule.position, message } } : { rule })
    )
  )
})

/** Each server decides whether rules may have other languages than the usual ones: asks it before anything is created. */
export const checkLanguages = Effect.fnUntraced(function* (plan: Plan) {
  const unusual = newRules(plan).filter(
    ({ rule }) => !usualRuleLanguages.some((usual) => usual === rule.content.language)
  )
  const groups = Map.groupBy(unusual, ({ rule }) => rule.content.language)
  const problems = yield* Effect.forEach(groups.values(), ([one, ...others]) =>
    one === undefined
      ? Effect.succeed([])
      : Effect.map(ask(one), ({ problem }) =>
          problem === undefined ? [] : [one, ...others].map(({ rule }) => ({ ...problem, position: rule.position }))
        )
  )
  if (problems.flat().length > 0) return yield* new InvalidFile({ problems: problems.flat(), byApi: true })
})

/** Of the first new rules, or of all replacements too, however long that takes. Fails when the API refuses one of them. */
export const askPrices = Effect.fnUntraced(function* (plan: Plan, allReplacements: boolean) {
  const rules = newRules(plan)
  const chosen = rules.filter(({ replaces }, index) => index < usualPreviews || (allReplacements && replaces !== null))
  const answers = yield* Effect.forEach(
    chosen,
    (rule) =>
      allReplacements
        ? ask(rule)
        : Effect.catchIf(
            ask(rule),
            ({ outcome }) => outcome === "rejected",
            () => Effect.succeed<Answer>({ rule: rule.rule })
          ),
    { concurrency }
  ).pipe(Effect.provideService(WaitsWhenThrottled, allReplacements))
  const problems = answers.flatMap(({ problem }) => problem ?? [])
  if (problems.length > 0) return yield* new InvalidFile({ problems, byApi: true })
  const byRule = new Map(answers.flatMap(({ rule, preview }) => (preview === undefined ? [] : [[rule, preview]])))
  const sum = (of: (preview: Preview) => number) =>
    [...byRule.values()].reduce((total, preview) => total + of(preview), 0)
  return {
    byRule,
    unknown: rules.length - byRule.size,
    credits: sum(({ credits }) => credits),
    again: sum(({ again }) => again)
  } satisfies Prices
})
