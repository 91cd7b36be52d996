/**
 * Shares the rounds among processes: each owns some shards of the accounts, in equal numbers. A process that dies loses its
 * shards to the others; one that joins gets its part from them. Owns `webhook_round_shards` and `webhook_round_processes`.
 *
 * A shard's owner may be replaced while it is in a round, if it is paused for longer than its lease. Two owners do no harm:
 * events are unique, and only the owner can store what it has checked.
 */
import { Context, type Effect } from "effect"
import type { SqlError } from "effect/sql"
import type { FeedCursor } from "../../store/posts/FeedCursor.ts"

export interface OwnedShard {
  readonly shard: number
  /** Where the next round reads from; null to check the whole window of every account. */
  readonly cursor: FeedCursor | null
  /** Whether the interval since its last round has passed, by the clock of the database. */
  readonly due: boolean
}

export interface FinishedRound {
  /** Up to where the round read changes. */
  readonly cursor: FeedCursor
  /** The time for which the round judged windows. */
  readonly at: Date
  /** When the round started, by the clock of the database. */
  readonly startedAt: Date
}

export class RoundShards extends Context.Service<
  RoundShards,
  {
    /**
     * The shards of this process, after it gave up those above its equal part and took free ones and those of dead
     * processes up to it. To be called between rounds only.
     */
    readonly share: Effect.Effect<{ readonly shards: ReadonlyArray<OwnedShard>; readonly time: Date }>
    /**
     * Within the caller's transaction: stores that these shards were checked. Leaves out, and does not return, those that have
     * another owner now.
     */
    finish(shards: ReadonlyArray<number>, round: FinishedRound): Effect.Effect<ReadonlyArray<number>, SqlError.SqlError>
  }
>()("@heddle/server/webhooks/matching/RoundShards") {}
