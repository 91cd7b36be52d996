/** What a source reports at once. Its changes and its cursor are stored in one transaction. */
import type { Change, NameChange } from "../Change.ts"
import type { Interaction } from "../interactions/InteractionStates.ts"

/** An account that left its network. */
export interface AuthorGone {
  readonly type: "author_gone"
  readonly author_id: string
  readonly observed_at: number
}

export type SourceChange = Change | NameChange | Interaction | AuthorGone

/** An event that cannot be used. It is kept for the operator. */
export interface RejectedEvent {
  readonly reason: string
  readonly event: string
}

export interface SourceBatch {
  /** In the order in which they apply. */
  readonly changes: ReadonlyArray<SourceChange>
  readonly rejected: ReadonlyArray<RejectedEvent>
  /** Where the source continues after this batch; null leaves the stored cursor as it is. */
  readonly cursor: string | null
  /** The time of the newest event in Unix milliseconds, for the lag; null if the batch has none. */
  readonly newestAt: number | null
}
