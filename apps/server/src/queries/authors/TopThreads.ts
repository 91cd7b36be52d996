/** An author's most successful root posts (service.md, `/user/{username}/top-threads`). */
import { type Body, type NotFound, TopThreadsQuery, type TopThreadsResult, withDefaults } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { dayMillis, now, plusMillis } from "../../runtime/Time.ts"
import { basicPost, postColumns, type PostRow, withAuthors } from "../../store/posts/PostRow.ts"
import { requireAuthor } from "./KnownAuthor.ts"

const complete = withDefaults(TopThreadsQuery)

export class TopThreads extends Context.Service<
  TopThreads,
  { of(username: string, query: TopThreadsQuery): Effect.Effect<Body<typeof TopThreadsResult>, NotFound> }
>()("@heddle/server/queries/authors/TopThreads") {
  static readonly layer = Layer.effect(
    TopThreads,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const of = Effect.fn("TopThreads.of")(function* (username: string, query: TopThreadsQuery) {
        const { days, sort, limit } = complete(query)
        const until = yield* now
        const from = plusMillis(until, -days * dayMillis)
        const { authorId, notices } = yield* requireAuthor(sql, username)
        const order = sql.literal(`${sortExpressions[sort]} DESC, p.posted_at DESC, p.code DESC`)
        const best = sql`
          SELECT ${sql.literal(postColumns)}, row_number() OVER (ORDER BY ${order}) AS place FROM posts p
          WHERE p.author_id = ${authorId} AND NOT p.is_reply AND p.posted_at >= ${from} AND p.posted_at <= ${until}
          ORDER BY ${order} LIMIT ${limit}`
        const rows = yield* withAuthors<PlacedRow>(sql, best).unprepared.pipe(Effect.orDie)
        const ordered = rows.toSorted((one, other) => one.place - other.place)
        return {
          data: ordered.map((row) => ({ ...basicPost(row), impression_count: row.impressionCount })),
          notices
        }
      })

      return TopThreads.of({ of })
    })
  )
}

type PlacedRow = PostRow & { readonly place: number }

// Unknown views sort last.
const sortExpressions = {
  like: "p.like_count",
  reply: "p.reply_count",
  view: "coalesce(p.impression_count, -1)"
} as const
