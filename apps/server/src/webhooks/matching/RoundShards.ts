/**
 * Shares the rounds among processes: each owns some shards of the accounts, in equal numbers. A process that dies loses its
 * shards to the others within 5 s; one that joins gets its part from them.
 *
 * A shard's owner may be replaced while it is in a round, if it is silent for some seconds. Two owners do no harm:
 * events are unique, and only the owner can store what it has checked.
 *
 * A shard is read from where the round before the last ended, because a change can be seen before its posts. After its
 * first round there is no such place. A change that this round saw too early would be lost if the second round began where
 * the first ended. So the second round checks whole windows again: a repeat does no harm, a gap does.
 */
import { Context, Duration, Effect, Layer, Stream, SubscriptionRef } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { arrayOf, listed } from "../../database/client/Recordset.ts"
import type { ProcessId } from "../../runtime/Ids.ts"
import { isGone, ProcessLease } from "../../runtime/ProcessLease.ts"
import { Settings } from "../../runtime/Settings.ts"
import type { FeedCursor } from "../../store/posts/PostChangeFeed.ts"

/** The statements of shared rounds. Owns `webhook_round_shards` and `webhook_round_processes`. */
const shardCount = 64

interface ShardRow {
  readonly shard: number
  readonly cursor: FeedCursor | null
  /** Until the interval has passed; 0 when it has. */
  readonly waitMillis: number
}

interface Sharing {
  /** The time of the database. */
  readonly time: Date
  /** False when the lease of this process was ended. */
  readonly isAlive: boolean
  readonly isRegistered: boolean
  /** The other processes that run rounds. */
  readonly others: number
  /** Shards that nobody owns. */
  readonly free: number
  readonly shards: ReadonlyArray<ShardRow>
}

type SharingRow = Omit<Sharing, "shards"> & (ShardRow | { readonly shard: null })

const makeShardRows = (sql: SqlClient.SqlClient, processes: ProcessLease["Service"]) => {
  const owner = sql.literal("process")

  const look = Effect.fnUntraced(function* (me: ProcessId) {
    const isSilent = yield* processes.isSilent
    const rows = yield* sql<SharingRow>`
      WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS time)
      SELECT clock.time, NOT ${isGone(sql, sql`${me}`)} AS is_alive,
        EXISTS (SELECT 1 FROM webhook_round_processes WHERE process = ${me}) AS is_registered,
        (SELECT count(*) FROM webhook_round_processes WHERE process <> ${me} AND NOT ${isSilent(owner)}) AS others,
        (SELECT count(*) FROM webhook_round_shards WHERE process IS NULL OR ${isSilent(owner)}) AS free,
        s.shard, s.cursor, (extract(epoch FROM greatest(s.due_at, clock.time) - clock.time) * 1000)::float8 AS wait_millis
      FROM clock LEFT JOIN webhook_round_shards s ON s.process = ${me}
      ORDER BY s.shard`
    const [first] = rows
    if (first === undefined) return yield* Effect.die(new Error("The database does not tell its time"))
    const shards = rows.flatMap((row) => (row.shard === null ? [] : [row]))
    const { time, isAlive, isRegistered, others, free } = first
    return { time, isAlive, isRegistered, others, free, shards } satisfies Sharing
  })

  const register = Effect.fnUntraced(function* (me: ProcessId) {
    yield* sql`INSERT INTO webhook_round_processes (process) VALUES (${me}) ON CONFLICT DO NOTHING`
    yield* sql`
      DELETE FROM webhook_round_processes WHERE process IN (
        SELECT process FROM webhook_round_processes WHERE ${isGone(sql, owner)} FOR UPDATE SKIP LOCKED)`
  })

  /** Gives up some shards: those that wait longest, because the next owner may need seconds to find them. */
  const giveUp = (me: ProcessId, count: number) => sql`
    UPDATE webhook_round_shards SET process = NULL WHERE process = ${me} AND shard IN (
      SELECT shard FROM webhook_round_shards WHERE process = ${me} ORDER BY due_at DESC, shard DESC LIMIT ${count})`

  /**
   * Takes free shards up to this number. They are due at once: the rounds of a process begin when it starts, and how
   * long the shards have had no owner is unknown.
   */
  const take = Effect.fnUntraced(function* (me: ProcessId, count: number) {
    const isSilent = yield* processes.isSilent
    // By their names: a shard that another process has just taken is then no longer free, whatever this snapshot shows.
    const silent = yield* sql<{ process: ProcessId }>`
      SELECT DISTINCT process FROM webhook_round_shards WHERE process <> ${me} AND ${isSilent(owner)}`
    yield* sql`
      UPDATE webhook_round_shards SET process = ${me}, due_at = least(nullif(due_at, '-infinity'), clock_timestamp()) WHERE shard IN (
        SELECT shard FROM webhook_round_shards WHERE process IS NULL OR process IN ${listed(silent.map(({ process }) => process))}
        ORDER BY due_at, shard LIMIT ${count} FOR UPDATE SKIP LOCKED)`
  })

  /** Leaves the rounds to others. */
  const leave = (me: ProcessId) =>
    sql.withTransaction(
      Effect.andThen(
        sql`UPDATE webhook_round_shards SET process = NULL WHERE process = ${me}`,
        sql`DELETE FROM webhook_round_processes WHERE process = ${me}`
      )
    )

  /** The shards that still belong to the process, which nobody else can take until the caller's transaction ends. */
  const stillOwned = (me: ProcessId, shards: ReadonlyArray<number>) =>
    Effect.map(
      sql<{ shard: number }>`
        SELECT shard FROM webhook_round_shards WHERE process = ${me} AND shard = ANY (${arrayOf("smallint", shards)})
        ORDER BY shard FOR SHARE`,
      (rows) => rows.map(({ shard }) => shard)
    )

  /** Returns the shards that still belonged to the process. */
  const finish = (
    me: ProcessId,
    shards: ReadonlyArray<number>,
    round: { readonly cursor: FeedCursor; readonly at: Date; readonly startedAt: Date },
    intervalMillis: number
  ) =>
    Effect.map(
      sql<{ shard: number }>`
        UPDATE webhook_round_shards
        SET cursor = next_cursor, next_cursor = ${round.cursor}, started_at = ${round.startedAt}, checked_at = ${round.at},
          due_at = ${round.startedAt}::timestamptz + ${`${intervalMillis} milliseconds`}::interval
        WHERE process = ${me} AND shard = ANY (${arrayOf("smallint", shards)}) RETURNING shard`,
      (rows) => rows.map(({ shard }) => shard)
    )

  return { look, register, giveUp, take, leave, stillOwned, finish }
}

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
const lookMillis = 1_000

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
