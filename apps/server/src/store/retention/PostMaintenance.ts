/** What has to be done about stored posts from time to time: forgetting what is past retention, making the
 * days that come, and mending edges. */
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { dayMillis, hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { PostPartitions } from "./PostPartitions.ts"
import { slices, type Window } from "../scan/ChunkedScan.ts"

/** A rule looks back 72 hours at most, and what is no older cannot have changed before. */
const changesKeptMillis = 4 * dayMillis
/** Edges of what changed longer ago are as they should be; a look that fails is made up for by the next ones. */
const mendedMillis = dayMillis

export class PostMaintenance extends Context.Service<
  PostMaintenance,
  {
    /** Answers the days that were dropped, by the names of their tables. */
    readonly run: Effect.Effect<ReadonlyArray<string>>
    /** Sorts what many new posts have left unsorted in the indexes of terms, which every search would read through. */
    readonly sortTerms: Effect.Effect<void>
  }
>()("@heddle/server/store/retention/PostMaintenance") {
  static readonly layer = Layer.effect(
    PostMaintenance,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const days = yield* PostPartitions

      // Of a reply and the post it answers that two processes write at the same moment, neither sees the other.
      const findAnswered = ({ from, until }: Window) => sql`
        WITH lost AS (
          SELECT r.code, c.username FROM replies r
          JOIN post_codes c ON c.code = r.reply_to AND c.deleted_at IS NULL
          WHERE r.replied_to IS NULL AND r.code IN (
            SELECT unnest(n.codes) FROM post_changes n WHERE n.changed_at >= ${from} AND n.changed_at < ${until}
          ) ORDER BY r.code FOR UPDATE OF r
        ) UPDATE replies r SET replied_to = lost.username FROM lost WHERE r.code = lost.code`

      // Nor does who deletes the one see the other that comes.
      const leaveDeleted = ({ from, until }: Window) => sql`
        WITH left_alone AS (
          SELECT r.code FROM post_codes c JOIN replies r ON r.reply_to = c.code
          WHERE c.deleted_at >= ${from} AND c.deleted_at < ${until} AND r.replied_to IS NOT NULL
          ORDER BY r.code FOR UPDATE OF r
        ) UPDATE replies r SET replied_to = NULL FROM left_alone WHERE r.code = left_alone.code`

      // An hour more, for processes whose clocks are ahead of ours.
      const mendEdges = (time: Date) =>
        slices({ from: plusMillis(time, -mendedMillis), until: plusMillis(time, hourMillis) }, (slice) =>
          Effect.andThen(findAnswered(slice), leaveDeleted(slice))
        ).pipe(Stream.runDrain)

      const sortTerms = Effect.gen(function* () {
        const indexes = yield* sql<{ name: string }>`
          SELECT c.relname AS name FROM pg_class c JOIN pg_am m ON m.oid = c.relam
          JOIN pg_index i ON i.indexrelid = c.oid JOIN pg_inherits h ON h.inhrelid = i.indrelid
          WHERE m.amname = 'gin' AND h.inhparent = 'posts'::regclass ORDER BY c.relname`
        for (const { name } of indexes) yield* sql`SELECT gin_clean_pending_list(${name}::regclass)`
      }).pipe(Effect.orDie, Effect.withSpan("PostMaintenance.sortTerms"))

      const run = Effect.gen(function* () {
        const time = yield* now
        yield* sql`DELETE FROM post_changes WHERE changed_at < ${plusMillis(time, -changesKeptMillis)}`
        yield* mendEdges(time)
        // Before the first post of the day comes, so that there is time to try again.
        yield* days.ensure([time, plusMillis(time, dayMillis)], time)
        const dropped = yield* days.drop(time)
        yield* sortTerms
        return dropped
      }).pipe(Effect.orDie, Effect.withSpan("PostMaintenance.run"))

      return PostMaintenance.of({ run, sortTerms })
    })
  )
}
