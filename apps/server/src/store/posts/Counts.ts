/** The five counts of a post, in both spellings: API fields and columns, and rows as the database client returns them. */
import type { CountSteps } from "../Change.ts"

export interface Counts {
  readonly like_count: number
  readonly reply_count: number
  readonly repost_count: number
  readonly reshare_count: number
  /** Null if the network does not report views. */
  readonly impression_count: number | null
}

/** The counts of a row, as the database client returns it. */
export interface CountColumns {
  readonly likeCount: number
  readonly replyCount: number
  readonly repostCount: number
  readonly reshareCount: number
  readonly impressionCount: number | null
}

export const noCounts: Counts = {
  like_count: 0,
  reply_count: 0,
  repost_count: 0,
  reshare_count: 0,
  impression_count: null
}

export const countsOf = (row: CountColumns): Counts => ({
  like_count: row.likeCount,
  reply_count: row.replyCount,
  repost_count: row.repostCount,
  reshare_count: row.reshareCount,
  impression_count: row.impressionCount
})

export const countColumnsOf = (counts: Counts): CountColumns => ({
  likeCount: counts.like_count,
  replyCount: counts.reply_count,
  repostCount: counts.repost_count,
  reshareCount: counts.reshare_count,
  impressionCount: counts.impression_count
})

/** Replaces the counts that `reported` contains and keeps the others. */
export const mergeCounts = (
  counts: Counts,
  reported: { readonly [Name in keyof Counts]?: Counts[Name] | undefined }
): Counts => ({
  like_count: reported.like_count ?? counts.like_count,
  reply_count: reported.reply_count ?? counts.reply_count,
  repost_count: reported.repost_count ?? counts.repost_count,
  reshare_count: reported.reshare_count ?? counts.reshare_count,
  impression_count: reported.impression_count === undefined ? counts.impression_count : reported.impression_count
})

/** Never below 0: the network may delete likes from before the post was stored. */
export const moveCounts = (counts: Counts, by: CountSteps): Counts => ({
  ...counts,
  like_count: Math.max(0, counts.like_count + by.like_count),
  reply_count: Math.max(0, counts.reply_count + by.reply_count),
  repost_count: Math.max(0, counts.repost_count + by.repost_count)
})

export const countsDiffer = (one: Counts, other: Counts): boolean =>
  one.like_count !== other.like_count ||
  one.reply_count !== other.reply_count ||
  one.repost_count !== other.repost_count ||
  one.reshare_count !== other.reshare_count ||
  one.impression_count !== other.impression_count
