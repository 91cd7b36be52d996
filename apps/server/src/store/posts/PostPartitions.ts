/**
 * Creates the daily partitions of `posts` and `post_metrics` when the first post of a day arrives, and drops them when the
 * whole day is past retention. Attaching and detaching take strong locks, so each attempt gives up after a short wait
 * instead of blocking readers, for example while a backup reads all tables. Until a day has its partition, its posts are
 * in the default partition; creating the partition moves them.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { makePartitionDdl } from "../../database/partitions/PartitionDdl.ts"
import { byDay, dayStartLiteral, partitionDay, partitionOf } from "../../database/partitions/PartitionNames.ts"
import { dayMillis, dayOf, plusMillis, startOf } from "../../runtime/Time.ts"
import { firstRetainedDay, makePostRetention, retentionDays } from "./PostRetention.ts"

const partitionsLock = 7_057_002
const partitioned = ["posts", "post_metrics"]
/** The default partition, which also keeps posts that were past retention when they arrived. */
const oldOf = (table: string): string => `${table}_old`
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

      const ddl = makePartitionDdl(sql, { table: "posts", lock: partitionsLock })
      const withDdlLock = <A>(body: Effect.Effect<A, SqlError.SqlError>, onTimeout: A) =>
        Effect.orDie(ddl.withDdlLock(body, onTimeout))

      const createPartition = (table: string, day: number) =>
        ddl.create({
          table,
          name: partitionOf(table, byDay, day),
          defaultPartition: oldOf(table),
          column: "posted_at",
          bounds: [dayStartLiteral(day), dayStartLiteral(day + 1)],
          fillFactor: 85
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
        const metrics = sql`DROP TABLE IF EXISTS ${sql(partitionOf("post_metrics", byDay, day))}`
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
        yield* retention.deletePosts([oldOf("posts"), oldOf("post_metrics")], startOf(first))
        yield* retention.deleteTombstones(plusMillis(time, -retentionDays * dayMillis))
        return dropped
      })

      return PostPartitions.of({ ensure, drop })
    })
  )
}
