/**
 * Creates the daily partitions of `posts` and `post_metrics` when the first post of a day arrives, and drops them when the
 * whole day is past retention. Attaching and detaching take strong locks, so each attempt gives up after a short wait
 * instead of blocking readers, for example while a backup reads all tables. Until a day has its partition, its posts are
 * in the default partition; creating the partition moves them.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { dayMillis, dayOf, plusMillis, startOf } from "../../runtime/Time.ts"
import {
  dayStartLiteral,
  partitionDay,
  type PartitionedTable,
  firstRetainedDay,
  partitionName,
  defaultPartitionOf,
  retentionDays
} from "./PartitionNames.ts"
import { makePostRetention } from "./PostRetention.ts"

/** Must differ from the service's other advisory lock keys. */
const partitionsLock = 7_057_002
const partitioned: ReadonlyArray<PartitionedTable> = ["posts", "post_metrics"]
/** The delay before creating a partition is retried. */
const retryMillis = 60_000

export class PostPartitions extends Context.Service<
  PostPartitions,
  {
    /** Creates the missing partitions for posts of these times; skips days past retention and days it cannot lock now. */
    ensure(times: Iterable<Date>, time: Date): Effect.Effect<void>
    /** Drops the days past retention with everything stored about their posts. Returns the names of their tables. */
    drop(time: Date): Effect.Effect<ReadonlyArray<string>>
  }
>()("@heddle/server/store/retention/PostPartitions") {
  static readonly layer = Layer.effect(
    PostPartitions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const retention = makePostRetention(sql)
      /** The time in Unix milliseconds from which to check a day again. */
      const nextCheck = new Map<number, number>()

      /**
       * Runs DDL in one process at a time. The lock timeout is short because other statements queue behind a waiting
       * exclusive lock, and shorter than PostgreSQL's deadlock_timeout.
       */
      const withDdlLock = <A>(body: Effect.Effect<A, SqlError.SqlError>, onTimeout: A) =>
        sql
          .withTransaction(
            sql`SELECT 1 FROM pg_advisory_xact_lock(${partitionsLock})`.pipe(
              Effect.andThen(sql`SET LOCAL lock_timeout = '500ms'`),
              Effect.andThen(body)
            )
          )
          .pipe(
            Effect.catchReason("SqlError", "LockTimeoutError", () =>
              Effect.as(
                Effect.logWarning(
                  "A partition of posts is in use and cannot be created or dropped now; retrying later"
                ),
                onTimeout
              )
            ),
            Effect.orDie
          )

      const createPartition = Effect.fnUntraced(function* (table: PartitionedTable, day: number) {
        const [name, defaultPartition] = [partitionName(table, day), defaultPartitionOf(table)]
        const [from, until] = [sql.literal(dayStartLiteral(day)), sql.literal(dayStartLiteral(day + 1))]
        const [missing] = yield* sql`SELECT 1 WHERE to_regclass(${name}) IS NULL`
        if (missing === undefined) return
        // ATTACH needs this lock anyway; taking it first avoids upgrading a lock after the rows are moved.
        yield* sql`LOCK TABLE ${sql(defaultPartition)} IN ACCESS EXCLUSIVE MODE`
        // `PARTITION OF` would wait for the readers of every partition; attaching a table does not.
        yield* sql`
          CREATE TABLE ${sql(name)} (LIKE ${sql(table)} INCLUDING DEFAULTS INCLUDING CONSTRAINTS) WITH (fillfactor = 85)`
        yield* sql`
          WITH moved AS (
            DELETE FROM ${sql(defaultPartition)} WHERE posted_at >= ${from} AND posted_at < ${until} RETURNING *
          ) INSERT INTO ${sql(name)} SELECT * FROM moved`
        yield* sql`
          ALTER TABLE ${sql(table)} ATTACH PARTITION ${sql(name)} FOR VALUES FROM (${from}) TO (${until})`
      })

      /** One transaction per table: locking both could deadlock with readers that lock them in the other order. */
      const ensureDay = Effect.fnUntraced(function* (day: number, time: Date) {
        const created = yield* Effect.forEach(partitioned, (table) =>
          withDdlLock(Effect.as(createPartition(table, day), true), false)
        )
        nextCheck.set(day, created.every(Boolean) ? Infinity : time.getTime() + retryMillis)
      })

      const ensure = Effect.fn("PostPartitions.ensure")(function* (times: Iterable<Date>, time: Date) {
        const first = firstRetainedDay(time)
        const days = [...new Set(Array.from(times, dayOf))]
        const missing = days.filter((day) => day >= first && (nextCheck.get(day) ?? 0) <= time.getTime())
        yield* Effect.forEach(missing, (day) => ensureDay(day, time), { discard: true })
      })

      /** Detached before its posts are deleted, so that nothing is written to it in the meantime. */
      const detach = Effect.fnUntraced(function* (name: string) {
        const [attached] = yield* sql`SELECT 1 FROM pg_inherits WHERE inhrelid = to_regclass(${name})`
        if (attached !== undefined) yield* sql`ALTER TABLE posts DETACH PARTITION ${sql(name)}`
      })

      const dropDay = Effect.fnUntraced(function* (name: string) {
        const day = partitionDay(name)
        if (!(yield* withDdlLock(Effect.as(detach(name), true), false))) return false
        nextCheck.delete(day)
        yield* retention.deletePosts([name], startOf(day + 1))
        const metrics = sql`DROP TABLE IF EXISTS ${sql(partitionName("post_metrics", day))}`
        return (yield* withDdlLock(Effect.as(metrics, true), false))
          ? yield* withDdlLock(Effect.as(sql`DROP TABLE IF EXISTS ${sql(name)}`, true), false)
          : false
      })

      const drop = Effect.fn("PostPartitions.drop")(function* (time: Date) {
        const first = firstRetainedDay(time)
        // By name, because a partition may be detached already: a process can crash between detaching and dropping it.
        const days = yield* sql<{ name: string }>`
          SELECT relname AS name FROM pg_class
          WHERE relkind = 'r' AND relname ~ '^posts_[0-9]{8}$' AND pg_table_is_visible(oid) ORDER BY relname`.pipe(
          Effect.orDie
        )
        const expired = days.map(({ name }) => name).filter((name) => partitionDay(name) < first)
        const dropped = yield* Effect.filter(expired, dropDay)
        yield* retention.deletePosts([defaultPartitionOf("posts"), defaultPartitionOf("post_metrics")], startOf(first))
        yield* retention.deleteTombstones(plusMillis(time, -retentionDays * dayMillis))
        return dropped
      })

      return PostPartitions.of({ ensure, drop })
    })
  )
}
