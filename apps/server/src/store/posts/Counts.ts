/** The five counts of a post, in both spellings: API fields and columns, and rows as the database client returns them. */
import { dayMillis } from "../../runtime/Time.ts"
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

/**
 * The ages at which a post's counts are stored as a snapshot. Steps start at 5 minutes and grow by a quarter each, until
 * they reach a day; after that they are daily. If the source reports often enough, the snapshot before any time is
 * therefore at most a quarter of the post's age away, and at most a day.
 */
const firstMillis = 5 * 60_000
const growth = 1.25
/** The age at which a growing step reaches the length of a day. */
const dailyFrom = 4 * dayMillis

const growingSteps = Math.floor(Math.log(dailyFrom / firstMillis) / Math.log(growth)) + 1

/** The number of the step at this age; 0 below 5 minutes, where all counts are taken to be zero. */
export const metricStep = (ageMillis: number): number => {
  if (ageMillis < firstMillis) return 0
  if (ageMillis < dailyFrom) return Math.floor(Math.log(ageMillis / firstMillis) / Math.log(growth)) + 1
  return growingSteps + Math.floor((ageMillis - dailyFrom) / dayMillis) + 1
}

/** The snapshot of counts observed at this age or later is at most this much older than the given age. */
export const maxSnapshotLagMillis = (ageMillis: number): number => Math.min(dayMillis, ageMillis * (growth - 1))
