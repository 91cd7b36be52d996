/**
 * What new versions of records change: pure, so that the store reads once and writes once per batch. The highest revision
 * of a record holds. So duplicates, replays and events out of order never count twice.
 */
import type { CountChange, CountSteps } from "../Change.ts"

/**
 * One version of a record by which somebody likes, reposts, quotes or answers a post. Sources that report such records one
 * by one, instead of counts, leave the counting to the store.
 */
export type InteractionKind = "like" | "repost" | "quote" | "reply"

export interface Interaction {
  readonly type: "interaction"
  readonly kind: InteractionKind
  /** The record. Two networks never use the same key. */
  readonly key: string
  /** Orders the versions of a record by code unit: the highest one holds, whatever arrives when. */
  readonly revision: string
  /** The code of the post; null when the record was deleted or no longer points to a post. */
  readonly subject: string | null
  /**
   * Whether the post may arrive after this record. Then the record is kept and counted when the post is created;
   * otherwise a record about a post that is not stored is forgotten.
   */
  readonly awaited: boolean
  /** Unix time in seconds. */
  readonly observed_at: number
}

/** The latest version of a record, as stored. */
export interface StoredRecord {
  readonly kind: InteractionKind
  readonly key: string
  readonly revision: string
  readonly subject: string | null
  /** Whether it is in the counts of its subject. */
  readonly counted: boolean
  /** The day of its first receipt, which is its partition. */
  readonly day: number
}

/** A record with what was stored of it, which may be nothing. */
export interface TouchedRecord {
  readonly stored: StoredRecord | undefined
  readonly latest: Pick<Interaction, "kind" | "key" | "revision" | "subject" | "awaited" | "observed_at">
}

/** Of each record, however often it occurs. */
export const recordId = ({ kind, key }: Pick<Interaction, "kind" | "key">): string => `${kind} ${key}`

/** The records of which a newer version came, and how many versions were of no use. */
export const touchedBy = (
  interactions: ReadonlyArray<Interaction>,
  stored: ReadonlyMap<string, StoredRecord>
): ReadonlyMap<string, TouchedRecord> => {
  const touched = new Map<string, TouchedRecord>()
  for (const interaction of interactions) {
    const id = recordId(interaction)
    const before = stored.get(id)
    const newest = touched.get(id)?.latest.revision ?? before?.revision
    if (newest === undefined || newest < interaction.revision) touched.set(id, { stored: before, latest: interaction })
  }
  return touched
}

/** A record that waited for its post, which is created now. */
export const arrived = (stored: StoredRecord, observed_at: number): TouchedRecord => ({
  stored,
  latest: { ...stored, awaited: true, observed_at }
})

const countOf = {
  like: "like_count",
  repost: "repost_count",
  quote: "repost_count",
  reply: "reply_count"
} satisfies Readonly<Record<InteractionKind, keyof CountSteps>>

/**
 * How the counts of posts move: one change per post, also for posts whose counts stay, because its outcome says whether the
 * post is stored.
 */
export const movesOf = (touched: Iterable<TouchedRecord>): ReadonlyArray<CountChange> => {
  const moves = new Map<string, { by: Record<keyof CountSteps, number>; observed_at: number }>()
  const step = (code: string, kind: InteractionKind, by: number, observedAt: number) => {
    const move = moves.get(code) ?? { by: { like_count: 0, reply_count: 0, repost_count: 0 }, observed_at: 0 }
    move.by[countOf[kind]] += by
    move.observed_at = Math.max(move.observed_at, observedAt)
    moves.set(code, move)
  }
  for (const { stored, latest } of touched) {
    const { kind, observed_at } = latest
    if (stored !== undefined && stored.counted && stored.subject !== null) step(stored.subject, kind, -1, observed_at)
    if (latest.subject !== null) step(latest.subject, kind, 1, observed_at)
  }
  return [...moves].map(([code, move]) => ({ type: "counts", code, ...move }))
}

/** The records to write, given which subjects are stored posts. One that will never be needed is left out. */
export const recordsToWrite = (
  touched: Iterable<TouchedRecord>,
  isStored: (code: string) => boolean,
  today: number
): ReadonlyArray<StoredRecord> => {
  const records: Array<StoredRecord> = []
  for (const { stored, latest } of touched) {
    const { kind, key, revision, subject, awaited } = latest
    const counted = subject !== null && isStored(subject)
    // A deletion is remembered, because what it deleted may still arrive.
    if (stored === undefined && subject !== null && !counted && !awaited) continue
    records.push({ kind, key, revision, subject, counted, day: stored?.day ?? today })
  }
  return records
}
