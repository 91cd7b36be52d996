/** The root posts of an account that did best (service.md, `/user/{username}/top-threads`). */
import {
  type Body,
  type NotFound,
  topThreadsDefaultDays,
  topThreadsDefaultLimit,
  type TopThreadsQuery,
  type TopThreadsResult
} from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { dayMillis, now, plusMillis } from "../../runtime/Time.ts"
import { basicPost, postColumns, type PostRow } from "../../store/posts/PostRow.ts"
import { requireAccount } from "./KnownAuthor.ts"

export class TopThreads extends Context.Service<
  TopThreads,
  { of(username: string, query: TopThreadsQuery): Effect.Effect<Body<typeof TopThreadsResult>, NotFound> }
>()("@heddle/server/queries/authors/TopThreads") {
  static readonly layer = Layer.effect(
    TopThreads,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const of = Effect.fn("TopThreads.of")(function* (username: string, query: TopThreadsQuery) {
        const until = yield* now
        const from = plusMillis(until, -(query.days ?? topThreadsDefaultDays) * dayMillis)
        yield* requireAccount(sql, username)
        const rows = yield* sql<PostRow>`
          SELECT ${sql.literal(postColumns)} FROM posts p
          WHERE p.username = ${username} AND NOT p.is_reply AND p.posted_at >= ${from} AND p.posted_at <= ${until}
          ORDER BY ${sql.literal(sortExpressions[query.sort ?? "like"])} DESC, p.posted_at DESC, p.code DESC
          LIMIT ${query.limit ?? topThreadsDefaultLimit}`.unprepared.pipe(Effect.orDie)
        return { data: rows.map((row) => ({ ...basicPost(row), impression_count: row.impressionCount })) }
      })

      return TopThreads.of({ of })
    })
  )
}

// Unknown views sort last; ties go by time, newest first.
const sortExpressions = {
  like: "p.like_count",
  reply: "p.reply_count",
  view: "coalesce(p.impression_count, -1)"
} as const
