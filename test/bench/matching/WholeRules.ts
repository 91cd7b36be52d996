/** The whole index of rules: keyword, thresholds, language and window; and what a change of one rule costs. */
import { Clock, Effect } from "effect"
import type { Candidate } from "../../../apps/server/src/store/posts/PostChangeFeed.ts"
import { makeRuleIndex, type RuleIndex } from "../../../apps/server/src/webhooks/matching/RuleIndex.ts"
import type { MatchableRule } from "../../../apps/server/src/webhooks/management/RuleRow.ts"
import { built } from "./Heap.ts"
import { ratesInTurns } from "./Turns.ts"

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

const changeTurns = 5

const reaches = (post: Candidate, { likeCount, replyCount, impressionCount }: Reach): boolean =>
  post.likeCount >= (likeCount ?? Infinity) ||
  post.replyCount >= (replyCount ?? Infinity) ||
  (post.impressionCount ?? -1) >= (impressionCount ?? Infinity)

/** Microseconds a rule to add some rules and to remove them again; of several turns the fastest counts. */
const changeMicros = Effect.fnUntraced(function* (
  { add, remove }: RuleIndex<MatchableRule>,
  rules: ReadonlyArray<MatchableRule>
) {
  let addMicros = Infinity
  let removeMicros = Infinity
  for (let turn = 0; turn < changeTurns; turn += 1) {
    const started = yield* Clock.currentTimeNanos
    for (const rule of rules) add(rule)
    const added = yield* Clock.currentTimeNanos
    for (const rule of rules) remove(rule)
    const removed = yield* Clock.currentTimeNanos
    addMicros = Math.min(addMicros, Number(added - started) / 1_000 / rules.length)
    removeMicros = Math.min(removeMicros, Number(removed - added) / 1_000 / rules.length)
  }
  return { addMicros, removeMicros }
})

/** `more` are the rules that are added to the index of the others and removed again. */
export const measureRules = Effect.fnUntraced(function* (
  rules: ReadonlyArray<MatchableRule>,
  more: ReadonlyArray<MatchableRule>,
  posts: ReadonlyArray<Candidate>,
  at: Date,
  passes: number
) {
  const index = yield* built(() => {
    const made = makeRuleIndex<MatchableRule>()
    for (const rule of rules) made.add(rule)
    return made
  })
  const { match, reach } = index.value
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
  const changes = yield* changeMicros(index.value, more)
  return {
    rules: rules.length,
    buildMillis: index.millis,
    mebibytes: index.mebibytes,
    postsASecond: rates.get("all") ?? 0,
    reachingASecond: rates.get("reaching") ?? 0,
    shareReaching: reaching.length / posts.length,
    matchesOfReaching: matchAll(reaching)() / reaching.length,
    ...changes
  } satisfies RuleFigures
})
