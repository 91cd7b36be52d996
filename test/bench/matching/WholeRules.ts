/** The whole index of rules: keyword, thresholds, language and window; and what a change of one rule costs. */
import { Clock, Effect } from "effect"
import type { Candidate } from "../../../apps/server/src/store/posts/PostChangeFeed.ts"
import { makeRuleIndex, type RuleIndex } from "../../../apps/server/src/webhooks/matching/RuleIndex.ts"
import type { MatchableRule } from "../../../apps/server/src/webhooks/matching/RuleRow.ts"
import { built } from "./Heap.ts"
import { ratesInTurns } from "./Turns.ts"
import { keywordRules, trendingRules } from "./Watched.ts"

export interface RuleFigures {
  readonly rules: number
  readonly buildMillis: number
  readonly mebibytes: number
  /** Of all posts, and of those that the database returns because they reach a threshold. */
  readonly postsASecond: number
  readonly reachingASecond: number
  readonly shareReaching: number
  readonly matchesOfReaching: number
  readonly addMicros: number
  readonly removeMicros: number
}

type Reach = ReturnType<RuleIndex<MatchableRule>["reach"]>

const changedRules = 2_000

const reaches = (post: Candidate, { likeCount, replyCount, impressionCount }: Reach): boolean =>
  post.likeCount >= (likeCount ?? Infinity) ||
  post.replyCount >= (replyCount ?? Infinity) ||
  (post.impressionCount ?? -1) >= (impressionCount ?? Infinity)

const microsEach = Effect.fnUntraced(function* (
  rules: ReadonlyArray<MatchableRule>,
  change: (rule: MatchableRule) => void
) {
  const started = yield* Clock.currentTimeNanos
  for (const rule of rules) change(rule)
  return Number((yield* Clock.currentTimeNanos) - started) / 1_000 / rules.length
})

/** `count` keyword rules, and a tenth as many trending rules. */
export const measureRules = Effect.fnUntraced(function* (
  seed: number,
  count: number,
  posts: ReadonlyArray<Candidate>,
  at: Date,
  passes: number
) {
  const rules = [...keywordRules(seed, count), ...trendingRules(seed, count / 10)]
  const index = yield* built(() => {
    const made = makeRuleIndex<MatchableRule>()
    for (const rule of rules) made.add(rule)
    return made
  })
  const { match, reach, add, remove } = index.value
  const bounds = reach()
  const reaching = posts.filter((post) => reaches(post, bounds))
  const matchAll = (some: ReadonlyArray<Candidate>) => () => {
    let matches = 0
    for (const post of some) matches += match(post, at).length
    return matches
  }
  const rates = yield* ratesInTurns(
    [
      { name: "all", items: posts.length, pass: matchAll(posts) },
      { name: "reaching", items: reaching.length, pass: matchAll(reaching) }
    ],
    passes
  )
  const newRules = keywordRules(seed, changedRules, count)
  const addMicros = yield* microsEach(newRules, add)
  const removeMicros = yield* microsEach(newRules, remove)
  return {
    rules: rules.length,
    buildMillis: index.millis,
    mebibytes: index.mebibytes,
    postsASecond: rates.get("all") ?? 0,
    reachingASecond: rates.get("reaching") ?? 0,
    shareReaching: reaching.length / posts.length,
    matchesOfReaching: matchAll(reaching)() / reaching.length,
    addMicros,
    removeMicros
  } satisfies RuleFigures
})
