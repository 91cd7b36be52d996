/**
 * Shares the rounds among processes: each owns some shards of the accounts, in equal numbers. A process that dies loses its
 * shards to the others; one that joins gets its part from them.
 *
 * A shard's owner may be replaced while it is in a round, if it is paused for longer than its lease. Two owners do no harm:
 * events are unique, and only the owner can store what it has checked.
 *
 * A shard is read from where the round before the last ended, because a change can be seen before its posts. After its
 * first round there is no such place. A change that this round saw too early would be lost if the second round began where
 * the first ended. So the second round checks whole windows again: a repeat does no harm, a gap does.
 */
import { Context, Duration, Effect, Layer, Stream, SubscriptionRef } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { ProcessId } from "../../runtime/Ids.ts"
import { ProcessLease } from "../../runtime/ProcessLease.ts"
import { Settings } from "../../runtime/Settings.ts"
import type { FeedCursor } from "../../store/posts/FeedCursor.ts"
import { makeShardRows, shardCount, type Sharing } from "./ShardRows.ts"

export interface OwnedShard {
  readonly shard: number
  /** Where the next round reads from; null to check the whole window of every account. */
  readonly cursor: FeedCursor | null
  /**
   * Whether the next round is to check this shard, by the clock of the database. When the interval of one shard has
   * passed, those with less than half of theirs to go are due with it. Shards that came from several owners soon share
   * their rounds that way.
   */
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

/** How often a process looks for shards that have lost their owner. */
const lookMillis = 2_000

export class RoundShards extends Context.Service<
  RoundShards,
  {
    /**
     * The shards of this process, after it gave up those above its equal part and took free ones and those of dead
     * processes up to it. To be called between rounds only.
     */
    readonly share: Effect.Effect<{ readonly shards: ReadonlyArray<OwnedShard>; readonly time: Date }>
    /** Those of these shards that this process still owns. It keeps them until the caller's transaction ends. */
    stillOwned(shards: ReadonlyArray<number>): Effect.Effect<ReadonlyArray<number>, SqlError.SqlError>
    /** Stores that these shards were checked. Leaves out, and does not return, those that have another owner now. */
    finish(shards: ReadonlyArray<number>, round: FinishedRound): Effect.Effect<ReadonlyArray<number>, SqlError.SqlError>
    /** An element whenever `share` may find a shard that is due. Each call of it decides when the next one comes. */
    readonly looks: Stream.Stream<unknown>
  }
>()("@heddle/server/webhooks/matching/RoundShards") {
  static readonly layerNoDeps = Layer.effect(
    RoundShards,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const processes = yield* ProcessLease
      const intervalMillis = Duration.toMillis((yield* Settings).roundInterval)
      const rows = makeShardRows(sql, processes)
      const waits = yield* SubscriptionRef.make(Infinity)
      /** The id under which this process last shared. A new one owns nothing yet. */
      let me: ProcessId | undefined

      const settle = Effect.fnUntraced(function* (id: ProcessId) {
        yield* rows.register(id)
        const { others, free, shards } = yield* rows.look(id)
        const part = partOf(others)
        if (shards.length > part) yield* rows.giveUp(id, shards.length - part)
        if (shards.length < part && free > 0) yield* rows.take(id, part - shards.length)
        return yield* rows.look(id)
      })

      const share = Effect.gen(function* () {
        const id = yield* processes.id
        me = id
        const found = yield* rows.look(id)
        // A process whose lease was ended owns nothing until it has its next id.
        const { time, shards } = !found.isAlive
          ? { ...found, shards: [] }
          : isSettled(found)
            ? found
            : yield* sql.withTransaction(settle(id))
        yield* SubscriptionRef.set(waits, untilNextLook(shards))
        return { time, shards: withDue(shards, intervalMillis) }
      }).pipe(Effect.orDie, Effect.withSpan("RoundShards.share"))

      const stillOwned = (shards: ReadonlyArray<number>) =>
        me === undefined ? Effect.succeed([]) : rows.stillOwned(me, shards)

      const finish = (shards: ReadonlyArray<number>, round: FinishedRound) =>
        me === undefined ? Effect.succeed([]) : rows.finish(me, shards, round, intervalMillis)

      // Others need not wait for the end of the lease.
      yield* Effect.addFinalizer(() => (me === undefined ? Effect.void : Effect.ignore(rows.leave(me))))

      const looks = Stream.switchMap(SubscriptionRef.changes(waits), (millis) =>
        Stream.fromEffect(Effect.sleep(millis))
      )
      return RoundShards.of({ share, stillOwned, finish, looks })
    })
  )

  static readonly layer = RoundShards.layerNoDeps.pipe(Layer.provide(ProcessLease.layer))
}

const partOf = (others: number): number => Math.ceil(shardCount / (others + 1))

/** Whether there is nothing to give up or to take. */
const isSettled = ({ isRegistered, others, free, shards }: Sharing): boolean =>
  isRegistered && (shards.length === partOf(others) || (shards.length < partOf(others) && free === 0))

const earliest = (shards: Sharing["shards"]): number =>
  shards.reduce((millis, { waitMillis }) => Math.min(millis, waitMillis), Infinity)

/** Only the owner of all shards knows when the next is due. Any other owner may die. */
const untilNextLook = (shards: Sharing["shards"]): number =>
  shards.length === shardCount ? earliest(shards) : Math.min(lookMillis, earliest(shards))

const withDue = (shards: Sharing["shards"], intervalMillis: number): ReadonlyArray<OwnedShard> => {
  const anyIsDue = earliest(shards) === 0
  return shards.map(({ shard, cursor, waitMillis }) => ({
    shard,
    cursor,
    due: anyIsDue && waitMillis <= intervalMillis / 2
  }))
}
