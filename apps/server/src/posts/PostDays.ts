/**
 * The partitions of `posts` and `post_metrics`: one for each day of posting in UTC, made when the first post of the day
 * comes and dropped when its last post is past retention. Attaching and dropping wait for no reader for longer than a
 * moment, and give up rather than hold others up.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { atomically } from "../database/Atomically.ts"
import { dayMillis, plusMillis } from "../Now.ts"

/** Posts are kept so long that 90 days are whole (decisions, section 9). */
export const retentionDays = 92

/** Any number that no other advisory lock of the service has. */
const daysLock = 7_057_002
const partitioned = ["posts", "post_metrics"] as const

/** The first day that is kept. */
const keptFrom = (time: Date): number => dayOf(plusMillis(time, -retentionDays * dayMillis))

export class PostDays extends Context.Service<
  PostDays,
  {
    /** Makes the partitions for posts of these times; those past retention have one together. */
    ensure(times: Iterable<Date>, time: Date): Effect.Effect<void>
    /** Drops the days whose every post is past retention, with all that is stored about these posts; answers their tables. */
    drop(time: Date): Effect.Effect<ReadonlyArray<string>>
  }
>()("@heddle/server/posts/PostDays") {
  static readonly layer = Layer.effect(
    PostDays,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const known = new Set<number>()

      const lock = sql`SELECT 1 FROM pg_advisory_xact_lock(${daysLock})`

      const make = (day: number) =>
        Effect.forEach(
          partitioned,
          Effect.fnUntraced(function* (table) {
            const name = partitionOf(table, day)
            const [exists] = yield* sql`SELECT 1 FROM pg_class WHERE relname = ${name} AND relkind = 'r'`
            if (exists !== undefined) return
            // `PARTITION OF` would wait for every reader of every day, attaching does not.
            yield* sql`
              CREATE TABLE ${sql(name)} (LIKE ${sql(table)} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
              WITH (fillfactor = 85)`
            // A clock that was set back finds posts here that it does not call old.
            yield* sql`
              WITH moved AS (
                DELETE FROM ${sql(`${table}_old`)}
                WHERE posted_at >= ${sql.literal(bound(day))} AND posted_at < ${sql.literal(bound(day + 1))} RETURNING *
              ) INSERT INTO ${sql(name)} SELECT * FROM moved`
            yield* sql`
              ALTER TABLE ${sql(table)} ATTACH PARTITION ${sql(name)}
              FOR VALUES FROM (${sql.literal(bound(day))}) TO (${sql.literal(bound(day + 1))})`
          }),
          { discard: true }
        )

      const ensure = Effect.fn("PostDays.ensure")(function* (times: Iterable<Date>, time: Date) {
        const first = keptFrom(time)
        const missing = [...new Set(Array.from(times, dayOf))].filter((day) => day >= first && !known.has(day))
        if (missing.length === 0) return
        yield* atomically(sql, Effect.andThen(lock, Effect.forEach(missing, make, { discard: true })))
        for (const day of missing) known.add(day)
      })

      const forget = (posts: Statement.Identifier) =>
        Effect.andThen(
          sql`DELETE FROM post_codes c USING ${posts} p WHERE c.code = p.code`,
          sql`DELETE FROM replies r USING ${posts} p WHERE r.code = p.code`
        )

      const dropDay = Effect.fnUntraced(function* (name: string) {
        const day = dayOfName(name)
        yield* lock
        yield* forget(sql(name))
        // Waiting for a long reader would make everyone else wait behind us: the next look tries again.
        yield* sql`SET LOCAL lock_timeout = '2s'`
        for (const table of partitioned) yield* sql`DROP TABLE ${sql(partitionOf(table, day))}`
        known.delete(day)
      })

      const empty = Effect.gen(function* () {
        yield* lock
        yield* forget(sql("posts_old"))
        for (const table of partitioned) yield* sql`DELETE FROM ${sql(`${table}_old`)}`
      })

      const drop = Effect.fn("PostDays.drop")(function* (time: Date) {
        const days = yield* sql<{ name: string }>`
          SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
          WHERE i.inhparent = 'posts'::regclass AND c.relname <> 'posts_old' ORDER BY c.relname`.pipe(Effect.orDie)
        const gone = days.map(({ name }) => name).filter((name) => dayOfName(name) < keptFrom(time))
        for (const name of gone) yield* atomically(sql, dropDay(name))
        yield* atomically(sql, empty)
        yield* sql`DELETE FROM post_codes WHERE deleted_at < ${plusMillis(time, -retentionDays * dayMillis)}`.pipe(
          Effect.orDie
        )
        return gone
      })

      return PostDays.of({ ensure, drop })
    })
  )
}

/** Days since 1970 in UTC. */
const dayOf = (time: Date): number => Math.floor(time.getTime() / dayMillis)

const isoDay = (day: number): string => new Date(day * dayMillis).toISOString().slice(0, 10)

const partitionOf = (table: (typeof partitioned)[number], day: number): string =>
  `${table}_${isoDay(day).replaceAll("-", "")}`

const dayOfName = (name: string): number => {
  const [year, month, day] = [name.slice(-8, -4), name.slice(-4, -2), name.slice(-2)]
  return Math.floor(Date.UTC(Number(year), Number(month) - 1, Number(day)) / dayMillis)
}

/** DDL takes no parameters. */
const bound = (day: number): string => `'${isoDay(day)} 00:00:00+00'`
