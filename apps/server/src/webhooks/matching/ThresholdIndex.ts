/**
 * Finds the rules whose thresholds a post may reach, without trying the others: a rule that no post reaches costs nothing,
 * however many there are. Each rule is filed under its hardest threshold, and a post meets those up to its own count. Pure.
 */
import { ruleMinimums } from "@heddle/api"
import type { Candidate } from "../../store/posts/PostChangeFeed.ts"
import type { MatchableRule } from "./RuleRow.ts"

/** `scale` makes thresholds of different measures comparable. */
const measures = [
  {
    countOf: (post: Candidate) => post.likeCount,
    thresholdOf: (rule: MatchableRule) => rule.likeCount,
    scale: ruleMinimums.trending.likeCount
  },
  {
    countOf: (post: Candidate) => post.replyCount,
    thresholdOf: (rule: MatchableRule) => rule.replyCount,
    scale: ruleMinimums.trending.replyCount
  },
  {
    countOf: (post: Candidate) => post.impressionCount,
    thresholdOf: (rule: MatchableRule) => rule.viewCount,
    scale: ruleMinimums.trending.viewCount
  }
] as const
type Measure = (typeof measures)[number]

interface Filed<R> {
  readonly threshold: number
  readonly rule: R
}

const hardest = (rule: MatchableRule): Measure => {
  const hardness = ({ thresholdOf, scale }: Measure) => (thresholdOf(rule) ?? -1) / scale
  return measures.reduce((one, other) => (hardness(other) > hardness(one) ? other : one))
}

/** How many of these, in ascending order, are at most `count`. */
const reachedBy = (filed: ReadonlyArray<Filed<unknown>>, count: number): number => {
  let low = 0
  let high = filed.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((filed[middle]?.threshold ?? Infinity) <= count) low = middle + 1
    else high = middle
  }
  return low
}

export interface ThresholdIndex<R> {
  /** Every rule whose thresholds the post reaches, and some that it does not reach. */
  readonly candidates: (post: Candidate) => ReadonlyArray<R>
}

export const makeThresholdIndex = <R extends MatchableRule>(rules: ReadonlyArray<R>): ThresholdIndex<R> => {
  const byMeasure = measures.flatMap((measure) => {
    const filed = rules
      .filter((rule) => hardest(rule) === measure)
      .map((rule): Filed<R> => ({ threshold: measure.thresholdOf(rule) ?? 0, rule }))
      .toSorted((a, b) => a.threshold - b.threshold)
    return filed.length === 0 ? [] : [{ countOf: measure.countOf, filed }]
  })
  return {
    candidates: (post) =>
      byMeasure.flatMap(({ countOf, filed }) =>
        // An unknown count reaches no threshold.
        filed.slice(0, reachedBy(filed, countOf(post) ?? -1)).map(({ rule }) => rule)
      )
  }
}
