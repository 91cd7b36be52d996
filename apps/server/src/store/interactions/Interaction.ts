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
