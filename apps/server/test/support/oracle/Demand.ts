/** Which rule demands an event of which post, straight from the description ("Evaluation", 4 to 8). */
import { type Caption, contains } from "./Captions.ts"

const hour = 3_600_000

export interface Thresholds {
  readonly keyword?: string
  readonly likeCount?: number
  readonly replyCount?: number
  readonly viewCount?: number
  /** Absent for a keyword rule. */
  readonly lookbackHours?: number
  readonly language?: "zh" | "zh-Hant" | "zh-Hans" | "yue" | "ja" | "ko"
}

export interface NewRule extends Thresholds {
  /** Absent for a rule that sends the posts that match when it is created. */
  readonly sendExisting?: false
}

export interface Counts {
  readonly likes: number
  readonly replies: number
  readonly views: number | null
}

export interface Post extends Counts {
  readonly caption: Caption
  /** Unix milliseconds. */
  readonly postedAt: number
}

/** `zh` covers the others, and Chinese whose script is undecided (decisions, 4). */
const chinese = new Set(["zh", "zh-Hant", "zh-Hans", "yue"])

const speaks = (wanted: string, language: string): boolean =>
  wanted === language || (wanted === "zh" && chinese.has(language))

export const windowMillis = (rule: Thresholds): number => (rule.lookbackHours ?? 24) * hour

/** Whether everything but the window demands an event. */
export const fits = (rule: Thresholds, post: Post): boolean => {
  if (rule.keyword !== undefined && !contains(post.caption.text, rule.keyword)) return false
  if (!speaks(rule.language ?? "zh", post.caption.language)) return false
  if (rule.likeCount !== undefined && post.likes < rule.likeCount) return false
  if (rule.replyCount !== undefined && post.replies < rule.replyCount) return false
  return rule.viewCount === undefined || (post.views !== null && post.views >= rule.viewCount)
}

export const demands = (rule: Thresholds, post: Post, at: number): boolean =>
  fits(rule, post) && post.postedAt >= at - windowMillis(rule)
