/** The statements of shared rounds. Owns `webhook_round_shards` and `webhook_round_processes`. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { listed } from "../../database/client/Listed.ts"
import { arrayOf } from "../../database/client/Recordset.ts"
import type { ProcessId } from "../../runtime/Ids.ts"
import { isGone, type ProcessLease } from "../../runtime/ProcessLease.ts"
import type { FeedCursor } from "../../store/posts/FeedCursor.ts"

export const shardCount = 64

export interface ShardRow {
  readonly shard: number
  readonly cursor: FeedCursor | null
  /** Until the interval has passed; 0 when it has. */
  readonly waitMillis: number
}

export interface Sharing {
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

export const makeShardRows = (sql: SqlClient.SqlClient, processes: ProcessLease["Service"]) => {
  const owner = sql.literal("process")

  const look = Effect.fnUntraced(function* (me: ProcessId) {
    const rows = yield* sql<SharingRow>`
      WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS time)
      SELECT clock.time, NOT ${isGone(sql, sql`${me}`)} AS is_alive,
        EXISTS (SELECT 1 FROM webhook_round_processes WHERE process = ${me}) AS is_registered,
        (SELECT count(*) FROM webhook_round_processes WHERE process <> ${me} AND NOT ${isGone(sql, owner)}) AS others,
        (SELECT count(*) FROM webhook_round_shards WHERE process IS NULL OR ${isGone(sql, owner)}) AS free,
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
    const owners = yield* sql<{ process: ProcessId }>`
      SELECT DISTINCT process FROM webhook_round_shards WHERE process IS NOT NULL`
    // By their names: a shard that another process has just taken is then no longer free, whatever this snapshot shows.
    const gone = yield* processes.gone(owners.map(({ process }) => process))
    yield* sql`
      UPDATE webhook_round_shards SET process = ${me}, due_at = least(nullif(due_at, '-infinity'), clock_timestamp()) WHERE shard IN (
        SELECT shard FROM webhook_round_shards WHERE process IS NULL OR process IN ${listed(sql, gone)}
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
