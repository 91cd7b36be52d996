/** The counts of posts that rules have thresholds for. */
import { ruleMinimums } from "@heddle/api"
import type { Candidate } from "../../store/posts/PostChangeFeed.ts"
import type { Thresholds } from "./Conditions.ts"

export interface Measure {
  /** The post's own name for it. */
  readonly name: "likeCount" | "replyCount" | "impressionCount"
  readonly countOf: (post: Candidate) => number | null
  readonly thresholdOf: (rule: Thresholds) => number | null
  /** Makes thresholds of different measures comparable. */
  readonly scale: number
}

const measures: ReadonlyArray<Measure> = [
  {
    name: "likeCount",
    countOf: (post) => post.likeCount,
    thresholdOf: (rule) => rule.likeCount,
    scale: ruleMinimums.trending.likeCount
  },
  {
    name: "replyCount",
    countOf: (post) => post.replyCount,
    thresholdOf: (rule) => rule.replyCount,
    scale: ruleMinimums.trending.replyCount
  },
  {
    name: "impressionCount",
    countOf: (post) => post.impressionCount,
    thresholdOf: (rule) => rule.viewCount,
    scale: ruleMinimums.trending.viewCount
  }
]

const hardness = (rule: Thresholds, { thresholdOf, scale }: Measure): number => {
  const threshold = thresholdOf(rule)
  return threshold === null ? -1 : threshold / scale
}

/** The threshold of a rule under the measure it is filed under. A rule without thresholds asks for 0 likes. */
export const thresholdIn = ({ thresholdOf }: Measure, rule: Thresholds): number => thresholdOf(rule) ?? 0

/** The measure whose threshold fewest posts reach. */
export const hardest = (rule: Thresholds): { readonly measure: Measure; readonly threshold: number } => {
  const measure = measures.reduce((one, other) => (hardness(rule, other) > hardness(rule, one) ? other : one))
  return { measure, threshold: thresholdIn(measure, rule) }
}
