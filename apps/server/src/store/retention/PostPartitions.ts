/**
 * The partitions of `posts` and `post_metrics`, made when the first post of a day comes and dropped when its last post is
 * past retention. Whoever attaches or detaches waits for no reader for longer than a moment and gives up rather than hold
 * others up, as it has to while a backup reads all tables: posts of days without a partition stand in one together, and
 * are moved when theirs is made.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { dayMillis, dayOf, plusMillis, startOf } from "../../runtime/Time.ts"
import {
  bound,
  dayOfName,
  type PartitionedTable,
  keptFrom,
  partitionOf,
  restOf,
  retentionDays
} from "./PartitionNames.ts"
import { makePostRetention } from "./PostRetention.ts"

/** Any number that no other advisory lock of the service has. */
const daysLock = 7_057_002
const partitioned: ReadonlyArray<PartitionedTable> = ["posts", "post_metrics"]
/** A day whose partition could not be made is tried again so much later. */
const againMillis = 60_000

export class PostPartitions extends Context.Service<
  PostPartitions,
  {
    /** Makes the partitions for posts of these times that are not past retention, as far as no one is in the way. */
    ensure(times: Iterable<Date>, time: Date): Effect.Effect<void>
    /** Drops the days whose every post is past retention, with all that is stored about these posts; answers their tables. */
    drop(time: Date): Effect.Effect<ReadonlyArray<string>>
  }
>()("@heddle/server/store/retention/PostPartitions") {
  static readonly layer = Layer.effect(
    PostPartitions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const forgetting = makePostRetention(sql)
      /** When each day has to be looked at again. */
      const known = new Map<number, number>()

      /**
       * One process after the other. Who is waited for longer than a moment is in the way: the others would wait behind us.
       * The moment is shorter than the time after which a database looks for circles.
       */
      const alone = <A>(body: Effect.Effect<A, SqlError.SqlError>, otherwise: A) =>
        sql
          .withTransaction(
            sql`SELECT 1 FROM pg_advisory_xact_lock(${daysLock})`.pipe(
              Effect.andThen(sql`SET LOCAL lock_timeout = '500ms'`),
              Effect.andThen(body)
            )
          )
          .pipe(
            Effect.catchReason("SqlError", "LockTimeoutError", () =>
              Effect.as(
                Effect.logWarning("A day of posts cannot be made or dropped while others use it; it is tried again"),
                otherwise
              )
            ),
            Effect.orDie
          )

      const make = Effect.fnUntraced(function* (table: PartitionedTable, day: number) {
        const [name, rest] = [partitionOf(table, day), restOf(table)]
        const [from, until] = [sql.literal(bound(day)), sql.literal(bound(day + 1))]
        const [missing] = yield* sql`SELECT 1 WHERE to_regclass(${name}) IS NULL`
        if (missing === undefined) return
        // Attaching asks for it in any case; who has moved rows must not have to wait for it.
        yield* sql`LOCK TABLE ${sql(rest)} IN ACCESS EXCLUSIVE MODE`
        // `PARTITION OF` would wait for every reader of every day, attaching does not.
        yield* sql`
          CREATE TABLE ${sql(name)} (LIKE ${sql(table)} INCLUDING DEFAULTS INCLUDING CONSTRAINTS) WITH (fillfactor = 85)`
        yield* sql`
          WITH moved AS (
            DELETE FROM ${sql(rest)} WHERE posted_at >= ${from} AND posted_at < ${until} RETURNING *
          ) INSERT INTO ${sql(name)} SELECT * FROM moved`
        yield* sql`
          ALTER TABLE ${sql(table)} ATTACH PARTITION ${sql(name)} FOR VALUES FROM (${from}) TO (${until})`
      })

      /** A table at a time: who holds one and waits for the other would meet readers that have them the other way round. */
      const ensureDay = Effect.fnUntraced(function* (day: number, time: Date) {
        const made = yield* Effect.forEach(partitioned, (table) => alone(Effect.as(make(table, day), true), false))
        known.set(day, made.every(Boolean) ? Infinity : time.getTime() + againMillis)
      })

      const ensure = Effect.fn("PostPartitions.ensure")(function* (times: Iterable<Date>, time: Date) {
        const first = keptFrom(time)
        const days = [...new Set(Array.from(times, dayOf))]
        const missing = days.filter((day) => day >= first && (known.get(day) ?? 0) <= time.getTime())
        yield* Effect.forEach(missing, (day) => ensureDay(day, time), { discard: true })
      })

      /** Off the others first, so that nobody writes to it any more while its posts are forgotten. */
      const detach = Effect.fnUntraced(function* (name: string) {
        const [attached] = yield* sql`SELECT 1 FROM pg_inherits WHERE inhrelid = to_regclass(${name})`
        if (attached !== undefined) yield* sql`ALTER TABLE posts DETACH PARTITION ${sql(name)}`
      })

      const dropDay = Effect.fnUntraced(function* (name: string) {
        const day = dayOfName(name)
        if (!(yield* alone(Effect.as(detach(name), true), false))) return false
        known.delete(day)
        yield* forgetting.posts([name], startOf(day + 1))
        const metrics = sql`DROP TABLE IF EXISTS ${sql(partitionOf("post_metrics", day))}`
        return (yield* alone(Effect.as(metrics, true), false))
          ? yield* alone(Effect.as(sql`DROP TABLE IF EXISTS ${sql(name)}`, true), false)
          : false
      })

      const drop = Effect.fn("PostPartitions.drop")(function* (time: Date) {
        const first = keptFrom(time)
        // Whether it is attached or not: another process may have died over it.
        const days = yield* sql<{ name: string }>`
          SELECT relname AS name FROM pg_class
          WHERE relkind = 'r' AND relname ~ '^posts_[0-9]{8}$' AND pg_table_is_visible(oid) ORDER BY relname`.pipe(
          Effect.orDie
        )
        const past = days.map(({ name }) => name).filter((name) => dayOfName(name) < first)
        const gone = yield* Effect.filter(past, dropDay)
        yield* forgetting.posts([restOf("posts"), restOf("post_metrics")], startOf(first))
        yield* forgetting.deletions(plusMillis(time, -retentionDays * dayMillis))
        return gone
      })

      return PostPartitions.of({ ensure, drop })
    })
  )
}
