/**
 * Creates the daily partitions of `posts` and `post_metrics` when the first post of a day arrives, and drops them when the
 * whole day is past retention. Attaching and detaching take strong locks, so each attempt gives up after a short wait
 * instead of blocking readers, for example while a backup reads all tables. Until a day has its partition, its posts are
 * in the default partition; creating the partition moves them.
 */
import { Context, Effect, Layer, Option, Stream } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { listed } from "../../database/client/Recordset.ts"
import { makePartitionDdl } from "../../database/partitions/PartitionDdl.ts"
import { byDay, dayStartLiteral, partitionDay, partitionOf } from "../../database/partitions/PartitionNames.ts"
import { dayMillis, dayOf, plusMillis, startOf } from "../../runtime/Time.ts"
import type { PostKey } from "./PostsByCode.ts"

/** Posts per transaction. */
const batchSize = 1_000

/** Sorts before every key. */
const firstKey: PostKey = { postedAt: new Date(-1), code: "" }

const makePostRetention = (sql: SqlClient.SqlClient) => {
  const page = (table: string, until: Date, after: PostKey) =>
    sql<PostKey>`
      SELECT p.posted_at, p.code FROM ${sql(table)} p
      WHERE p.posted_at >= ${after.postedAt} AND (p.posted_at, p.code) > (${after.postedAt}, ${after.code})
        AND p.posted_at < ${until}
      ORDER BY p.posted_at, p.code LIMIT ${batchSize}`

  const deleteBatch = Effect.fnUntraced(function* (tables: ReadonlyArray<string>, keys: ReadonlyArray<PostKey>) {
    const codes = listed(keys.map(({ code }) => code))
    yield* sql`SELECT 1 FROM post_codes WHERE code IN ${codes} ORDER BY code FOR UPDATE`
    yield* sql`SELECT 1 FROM replies WHERE code IN ${codes} ORDER BY code FOR UPDATE`
    // A deletion that arrived after the partition was detached keeps its row, like any other deletion.
    yield* sql`DELETE FROM post_codes WHERE code IN ${codes} AND deleted_at IS NULL`
    yield* sql`DELETE FROM replies WHERE code IN ${codes}`
    const rows = JSON.stringify(keys.map(({ code, postedAt }) => ({ code, posted_at: postedAt })))
    for (const table of tables) {
      yield* sql`
        DELETE FROM ${sql(table)} p USING json_to_recordset(${rows}::json) AS n (code text, posted_at timestamptz)
        WHERE p.posted_at = n.posted_at AND p.code = n.code`
    }
  })

  /** Deletes the posts of the first table that are older than `until`, and the rows of the same keys in the others. */
  const deletePosts = (tables: readonly [string, ...ReadonlyArray<string>], until: Date) =>
    Stream.paginate(firstKey, (after) =>
      atomically(
        sql,
        Effect.gen(function* () {
          const keys = yield* page(tables[0], until, after)
          if (keys.length > 0) yield* deleteBatch(tables, keys)
          return [[], keys.length < batchSize ? Option.none() : Option.fromNullishOr(keys.at(-1))] as const
        })
      )
    ).pipe(Stream.runDrain)

  /** Deletes the record of deletions before `until`; sources no longer report such posts. */
  const deleteTombstones = (until: Date) =>
    Stream.paginate(undefined, () =>
      sql`
        WITH expired AS (
          SELECT code FROM post_codes WHERE deleted_at < ${until} ORDER BY code LIMIT ${batchSize} FOR UPDATE
        ) DELETE FROM post_codes c USING expired WHERE c.code = expired.code RETURNING 1`.pipe(
        Effect.map((rows) => [[], rows.length < batchSize ? Option.none() : Option.some(undefined)] as const),
        Effect.orDie
      )
    ).pipe(Stream.runDrain)

  return { deletePosts, deleteTombstones }
}

/** More than 90, so that 90 days are always complete (decisions, section 9). */
export const retentionDays = 92

/** The first day within retention. */
export const firstRetainedDay = (time: Date): number => dayOf(plusMillis(time, -retentionDays * dayMillis))

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
    /** Creates the partitions of days within retention that the default partition holds. Returns whether it holds none now. */
    emptyDefault(time: Date): Effect.Effect<boolean>
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

      /** One probe of an index for each of its days: a day may have any number of rows. */
      const daysOf = Effect.fnUntraced(function* (table: string, time: Date) {
        const days: Array<number> = []
        let until = startOf(dayOf(time) + 2)
        while (true) {
          const [row] = yield* sql<{ newest: Date | null }>`
            SELECT max(posted_at) AS newest FROM ${sql(table)}
            WHERE posted_at >= ${startOf(firstRetainedDay(time))} AND posted_at < ${until}`
          const newest = row?.newest ?? null
          if (newest === null) return days
          days.push(dayOf(newest))
          until = startOf(dayOf(newest))
        }
      })

      /** The days whose posts are in the default partitions, oldest first. */
      const daysInDefault = (time: Date) =>
        Effect.map(
          Effect.forEach(partitioned, (table) => daysOf(oldOf(table), time)),
          (days) => [...new Set(days.flat())].toSorted((one, other) => one - other)
        ).pipe(Effect.orDie)

      const emptyDefault = Effect.fn("PostPartitions.emptyDefault")(function* (time: Date) {
        const days = yield* daysInDefault(time)
        yield* Effect.forEach(days, (day) => ensureDay(day, time), { discard: true })
        return days.every((day) => nextCheck.get(day) === Infinity)
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

      return PostPartitions.of({ ensure, emptyDefault, drop })
    })
  )
}
