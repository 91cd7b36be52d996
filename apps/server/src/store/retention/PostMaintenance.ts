/** Periodic maintenance of posts: enforces retention, creates partitions ahead of time and repairs reply edges. */
import { Array, Context, Effect, Layer, Schedule, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { arrayOf } from "../../database/client/Recordset.ts"
import { maintenance } from "../../runtime/Background.ts"
import { dayMillis, dayOf, hourMillis, now, plusMillis, startOf } from "../../runtime/Time.ts"
import { AuthorNames } from "../authors/AuthorNames.ts"
import { NetworkChecks } from "../checks/NetworkChecks.ts"
import { Library } from "../library/Library.ts"
import { NetworkIds } from "../posts/NetworkIds.ts"
import { firstRetainedDay, PostPartitions } from "../posts/PostPartitions.ts"
import { scanAuthors, scanChunks, type Window } from "../scan/ChunkedScan.ts"

/** A leaderboard covers at most 7 days and needs the snapshot before them. */
const hourlyDays = 9
/** A history covers at most 365 days, and the change on its first day needs the day before. */
const dailyDays = 366

export class AuthorMaintenance extends Context.Service<
  AuthorMaintenance,
  {
    /** Thins all authors, in chunks. Returns the number of rows deleted. */
    readonly run: Effect.Effect<number>
  }
>()("@heddle/server/store/retention/AuthorMaintenance") {
  static readonly layer = Layer.effect(
    AuthorMaintenance,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const run = Effect.gen(function* () {
        const time = yield* now
        const hourlyFrom = firstDay(time, hourlyDays)
        const dailyFrom = firstDay(time, dailyDays)
        return yield* scanAuthors(
          sql,
          ({ first, last }) => sql`
            DELETE FROM author_metrics m
            WHERE m.author_id >= ${first} AND m.author_id <= ${last} AND m.hour < ${hourlyFrom} AND EXISTS (
              SELECT FROM author_metrics later
              WHERE later.author_id = m.author_id AND later.hour > m.hour
                AND later.hour < greatest(date_trunc('day', m.hour, 'UTC') + interval '24 hours', ${dailyFrom})
            ) RETURNING 1`
        ).pipe(
          Stream.runFold(
            () => 0,
            (deleted, rows) => deleted + rows.length
          )
        )
      }).pipe(Effect.orDie, Effect.withSpan("AuthorMaintenance.run"))

      return AuthorMaintenance.of({ run })
    })
  )
}

/** The start of the UTC day this many days before. */
const firstDay = (time: Date, days: number): Date => startOf(dayOf(time) - days)

/** A rule covers posts of at most 72 hours, and those cannot have older changes. */
const changeRetentionMillis = 4 * dayMillis
/** Runs are hourly, so every change is checked many times before it leaves this window. */
const repairWindowMillis = dayMillis
/** Of one statement: few enough for whoever waits to drop one, and most have nothing to merge. */
const indexesAtOnce = 8
/** Statements on a server; its other sessions and processors are for others. */
const flushedAtOnce = 2
/** How often the partitions that a bulk of posts lacks are tried, until the next run tries them. */
const partitionTries = { times: 9, schedule: Schedule.spaced("1 second") }

export class PostMaintenance extends Context.Service<
  PostMaintenance,
  {
    /** Returns the names of the partitions dropped. */
    readonly run: Effect.Effect<ReadonlyArray<string>>
    /**
     * Merges the pending lists of the GIN indexes on terms. Otherwise every search scans them, the planner avoids the index,
     * and the transaction that fills a list (4 MB) has to merge it.
     */
    readonly flushTermIndexes: Effect.Effect<void>
    /** After many new posts: gives days that have none their partition, and flushes the term indexes. */
    readonly afterBulk: Effect.Effect<void>
  }
>()("@heddle/server/store/retention/PostMaintenance") {
  static readonly layer = Layer.effect(
    PostMaintenance,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const partitions = yield* PostPartitions
      const library = yield* Library

      // Two transactions that concurrently write a reply and its parent do not see each other.
      const linkReplies = ({ from, until }: Window) => sql`
        WITH unlinked AS (
          SELECT r.code, c.author_id FROM replies r
          JOIN post_codes c ON c.code = r.reply_to AND c.deleted_at IS NULL
          WHERE r.reply_to_author_id IS NULL AND r.code IN (
            SELECT unnest(n.codes) FROM post_changes n WHERE n.changed_at >= ${from} AND n.changed_at < ${until}
          ) ORDER BY r.code FOR UPDATE OF r
        ) UPDATE replies r SET reply_to_author_id = unlinked.author_id FROM unlinked WHERE r.code = unlinked.code`

      // A transaction that deletes a parent does not see a reply that another one is writing.
      const unlinkReplies = ({ from, until }: Window) => sql`
        WITH orphaned AS (
          SELECT r.code FROM post_codes c JOIN replies r ON r.reply_to = c.code
          WHERE c.deleted_at >= ${from} AND c.deleted_at < ${until} AND r.reply_to_author_id IS NOT NULL
          ORDER BY r.code FOR UPDATE OF r
        ) UPDATE replies r SET reply_to_author_id = NULL FROM orphaned WHERE r.code = orphaned.code`

      // Until an hour from now, because the clocks of other processes may be ahead.
      const repairEdges = (time: Date) =>
        scanChunks({ from: plusMillis(time, -repairWindowMillis), until: plusMillis(time, hourMillis) }, (chunk) =>
          Effect.andThen(linkReplies(chunk), unlinkReplies(chunk))
        ).pipe(Stream.runDrain)

      const flushTermIndexes = Effect.gen(function* () {
        const indexes = yield* sql<{ name: string }>`
          SELECT c.relname AS name FROM pg_class c JOIN pg_am m ON m.oid = c.relam
          JOIN pg_index i ON i.indexrelid = c.oid JOIN pg_inherits h ON h.inhrelid = i.indrelid
          WHERE m.amname = 'gin' AND h.inhparent = 'posts'::regclass ORDER BY c.relname`
        const names = indexes.map(({ name }) => name)
        yield* Effect.forEach(
          Array.chunksOf(names, indexesAtOnce),
          (some) => sql`SELECT gin_clean_pending_list(to_regclass(name)) FROM unnest(${arrayOf("text", some)}) AS name`,
          { concurrency: flushedAtOnce, discard: true }
        )
      }).pipe(Effect.orDie, Effect.withSpan("PostMaintenance.flushTermIndexes"))

      const emptyDefault = Effect.flatMap(now, partitions.emptyDefault)

      const afterBulk = Effect.andThen(
        Effect.repeat(emptyDefault, { ...partitionTries, until: (isEmpty) => isEmpty }),
        flushTermIndexes
      ).pipe(Effect.withSpan("PostMaintenance.afterBulk"))

      const run = Effect.gen(function* () {
        const time = yield* now
        yield* sql`DELETE FROM post_changes WHERE changed_at < ${plusMillis(time, -changeRetentionMillis)}`
        yield* repairEdges(time)
        // Tomorrow too: if that fails, later runs can retry before its first post arrives.
        yield* partitions.ensure([time, plusMillis(time, dayMillis)], time)
        yield* emptyDefault
        yield* library.saveBefore(startOf(firstRetainedDay(time)))
        return yield* partitions.drop(time)
      }).pipe(Effect.orDie, Effect.withSpan("PostMaintenance.run"))

      return PostMaintenance.of({ run, flushTermIndexes, afterBulk })
    })
  )
}

/** The maintenance schedule: posts every hour, their index of terms often, author counts and ids of networks every day. */
export const postMaintenanceTask = maintenance(
  "post maintenance",
  "1 hour",
  PostMaintenance.use(({ run }) => run)
)

const termIndexesTask = maintenance(
  "term indexes",
  "5 seconds",
  PostMaintenance.use(({ flushTermIndexes }) => flushTermIndexes)
)

const authorMaintenanceTask = maintenance(
  "author maintenance",
  "1 day",
  Effect.all([
    AuthorMaintenance.use(({ run }) => run),
    AuthorNames.use(({ forgetOld }) => forgetOld),
    NetworkChecks.use(({ forgetOld }) => forgetOld)
  ])
)

const networkIdsTask = maintenance(
  "network ids",
  "1 day",
  NetworkIds.use(({ forgetOld }) => forgetOld)
)

export const maintenanceTasks = Effect.all([
  postMaintenanceTask,
  termIndexesTask,
  authorMaintenanceTask,
  networkIdsTask
])
