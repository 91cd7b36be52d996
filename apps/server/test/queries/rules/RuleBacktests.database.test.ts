/** `POST /webhook/rules/backtest`: posts by day, judged by what was observed while they were in the window; the price. */
import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import type { Candidate } from "../../../src/store/posts/PostChangeFeed.ts"
import { metricStep } from "../../../src/store/posts/Counts.ts"
import type { MatchableRule } from "../../../src/webhooks/management/RuleRow.ts"
import { rowsOf } from "../../support/PricedCalls.ts"
import { forEvery } from "../../support/Property.ts"
import { anyRule, captionForRules, candidates, isFound, ruleFrom } from "../../support/Rules.ts"
import { call, customer, ServedApi } from "../../support/ServedApi.ts"
import { day, hour, start, store } from "../../support/StoredAtNoon.ts"
import { keywordRule, storeMatching } from "../../support/WebhookCalls.ts"
import { forgetPosts } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"
import { forgetPostsAndWebhooks } from "../../support/Webhooks.ts"

const path = "/webhook/rules/backtest"
const end = start + 10 * day
const dateOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)

const served = ServedApi.layerNoDeps.pipe(
  Layer.provideMerge(TestServices),
  Layer.provide(Layer.effectDiscard(TestClock.setTime(start * 1_000)))
)

interface Observation {
  /** Seconds after the post. */
  readonly age: number
  readonly count: number
}

/** A count observed at an age is one step of the post's age, or the last one. */
const observations = fc.uniqueArray(
  fc.record({
    age: fc.constantFrom(0.5, 2, 4, 12, 23, 24, 25, 40, 71, 72, 73, 100).map((hours) => hours * hour),
    count: fc.constantFrom(0, 9, 10, 499, 500, 1_000)
  }),
  { minLength: 1, maxLength: 4, selector: ({ age }) => age }
)
const history = fc.record({
  postedAt: fc.integer({ min: 0, max: 9 * day }),
  caption: captionForRules,
  observed: observations.map((all) => all.toSorted((a, b) => a.age - b.age))
})

/** The newest of the observations that are kept of those in the window: of a later one only the first of each step. */
const lastKept = (observed: ReadonlyArray<Observation>, lookback: number): Observation | undefined => {
  const newest = observed.at(-1)
  if (newest === undefined || newest.age <= lookback) return newest
  const steps = observed.map(({ age }) => metricStep(age * 1_000))
  return observed.findLast(({ age }, index) => age <= lookback && (steps[index - 1] ?? 0) < (steps[index] ?? 0))
}

const halfOf = (rule: MatchableRule): MatchableRule => {
  const half = (threshold: number | null) => (threshold === null ? null : Math.floor(threshold / 2))
  return {
    ...rule,
    likeCount: half(rule.likeCount),
    replyCount: half(rule.replyCount),
    viewCount: half(rule.viewCount)
  }
}

const withCount = (post: Candidate, count: number): Candidate => ({
  ...post,
  likeCount: count,
  replyCount: count,
  impressionCount: count * 40
})

onAnyDatabaseWith("A backtest", { services: served }, (it) => {
  const begin = Effect.gen(function* () {
    yield* TestClock.setTime(end * 1_000)
    yield* forgetPostsAndWebhooks
    return yield* customer({ plan: "standard", credits: 1_000 })
  })
  const backtest = Effect.fnUntraced(function* (key: string, json: object) {
    const answer = yield* call(path, { method: "POST", key, json })
    assert.strictEqual(answer.status, 200, answer.text)
    return rowsOf(answer)
  })

  it.effect("has a row for each day, costs 10 credits, and is in the history", () =>
    Effect.gen(function* () {
      const { id, key } = yield* begin
      yield* storeMatching(
        { code: "today", post_timestamp: end },
        { code: "before", post_timestamp: end - day },
        { code: "before2", post_timestamp: end - day },
        { code: "few", post_timestamp: end, like_count: 9 },
        { code: "week", post_timestamp: end - 7 * day }
      )
      const answer = yield* call(path, { method: "POST", key, json: keywordRule })
      assert.strictEqual(answer.status, 200, answer.text)
      assert.strictEqual(answer.json["credits_consumed"], 10)
      assert.strictEqual(yield* (yield* Ledger).available(id), 990)
      const rows = rowsOf(answer)
      assert.deepStrictEqual(
        rows,
        Array.from({ length: 7 }, (_, index) => {
          const matches = [0, 0, 0, 0, 0, 2, 1][index] ?? 0
          return { day: dateOf(end - (6 - index) * day), matches, credits: 20 * matches }
        })
      )
      const [entry] = rowsOf(yield* call("/balance/history", { key }))
      assert.deepInclude(entry, { cost: 10, api_type: "webhook_backtest", parameters: keywordRule })
    })
  )

  it.effect("agrees with the index of rounds on what was observed in time", () =>
    Effect.gen(function* () {
      const { key } = yield* begin
      const cases = fc.tuple(fc.array(history, { minLength: 20, maxLength: 40 }), anyRule)
      yield* forEvery(cases, runs(100), ([histories, input]) =>
        Effect.gen(function* () {
          yield* forgetPosts
          yield* TestClock.setTime(end * 1_000)
          const lines = histories.flatMap(({ postedAt, caption, observed }, index) =>
            observed
              .filter(({ age }) => start + postedAt + age <= end)
              .map(({ age, count }) => ({
                code: `p${index}`,
                caption,
                post_timestamp: start + postedAt,
                observed_at: start + postedAt + age,
                like_count: count,
                reply_count: count,
                impression_count: count * 40
              }))
          )
          yield* store(...lines)
          const rule = ruleFrom(input)
          const matches = (rule: MatchableRule, post: Candidate) => isFound(rule, post, post.postedAt)
          const expected = new Map<string, number>()
          for (const post of yield* candidates) {
            const { observed } = histories[Number(post.code.slice(1))] ?? { observed: [] }
            const age = end - post.postedAt.getTime() / 1_000
            const seen = observed.filter((one) => one.age <= age)
            const last = lastKept(seen, rule.lookbackHours * hour)
            if (last === undefined || !matches(rule, withCount(post, last.count))) continue
            if (!matches(halfOf(rule), post)) continue
            const date = post.postedAt.toISOString().slice(0, 10)
            expected.set(date, (expected.get(date) ?? 0) + 1)
          }
          const rows = yield* backtest(key, { ...input, days: 12 })
          assert.deepStrictEqual(
            rows.map(({ day, matches }) => [day, matches]),
            rows.map(({ day }) => [day, expected.get(String(day)) ?? 0])
          )
        })
      )
    })
  )
})
