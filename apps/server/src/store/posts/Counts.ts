/** The five counts of a post, in the two spellings they have: as fields and columns, and as a row is read. */

export interface Counts {
  readonly like_count: number
  readonly reply_count: number
  readonly repost_count: number
  readonly reshare_count: number
  /** Null where the network does not say. */
  readonly impression_count: number | null
}

/** The counts of a row as the database client gives it. */
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

/** Counts that are named replace the others; those that are not named stay. */
export const mergeCounts = (
  counts: Counts,
  named: { readonly [Name in keyof Counts]?: Counts[Name] | undefined }
): Counts => ({
  like_count: named.like_count ?? counts.like_count,
  reply_count: named.reply_count ?? counts.reply_count,
  repost_count: named.repost_count ?? counts.repost_count,
  reshare_count: named.reshare_count ?? counts.reshare_count,
  impression_count: named.impression_count === undefined ? counts.impression_count : named.impression_count
})

export const countsDiffer = (one: Counts, other: Counts): boolean =>
  one.like_count !== other.like_count ||
  one.reply_count !== other.reply_count ||
  one.repost_count !== other.repost_count ||
  one.reshare_count !== other.reshare_count ||
  one.impression_count !== other.impression_count
