/** What has to be done about stored posts from time to time: forgetting what is past retention, and mending edges. */
import { Context, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { dayMillis, hourMillis, now, plusMillis } from "../Now.ts"
import { PostDays } from "./PostDays.ts"

/** A rule looks back 72 hours at most, and what is no older cannot have changed before. */
const changesKeptMillis = 4 * dayMillis
/** Of edges that are younger; a look that fails is made up for by the next ones. */
const mendedMillis = dayMillis

export class PostUpkeep extends Context.Service<
  PostUpkeep,
  {
    /** Answers the days that were dropped, by the names of their tables. */
    readonly run: Effect.Effect<ReadonlyArray<string>>
  }
>()("@heddle/server/posts/PostUpkeep") {
  static readonly layer = Layer.effect(
    PostUpkeep,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const days = yield* PostDays

      // Of a reply and the post it answers that are written at the same moment by two processes, neither sees the other.
      const mendEdges = (time: Date) => sql`
        UPDATE replies r SET replied_to = c.username FROM post_codes c
        WHERE r.replied_to IS NULL AND r.posted_at >= ${plusMillis(time, -mendedMillis)} AND c.code = r.reply_to
          AND c.deleted_at IS NULL`

      const run = Effect.gen(function* () {
        const time = yield* now
        yield* sql`DELETE FROM post_changes WHERE changed_at < ${plusMillis(time, -changesKeptMillis)}`
        yield* mendEdges(time)
        return yield* days.drop(time)
      }).pipe(Effect.orDie, Effect.withSpan("PostUpkeep.run"))

      return PostUpkeep.of({ run })
    })
  )
}

export const PostUpkeepLoop = Layer.effectDiscard(
  Effect.gen(function* () {
    const { run } = yield* PostUpkeep
    yield* run.pipe(
      Effect.catchCause((cause) =>
        Effect.logWarning("Old posts could not be removed; the next try is in an hour", cause)
      ),
      Effect.repeat(Schedule.spaced(hourMillis)),
      Effect.forkScoped
    )
  })
)
