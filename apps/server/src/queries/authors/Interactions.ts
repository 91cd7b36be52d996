/**
 * Who replied to whom (service.md, `/user/{username}/interactions`). A reply counts by its own time, and only if its
 * parent is stored, because only the parent names the author it replies to. Replies to oneself do not count.
 */
import { type Body, InteractionsQuery, type InteractionsResult, type NotFound, withDefaults } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { dayMillis, now, plusMillis, unixSeconds } from "../../runtime/Time.ts"
import { shownName } from "../../store/posts/PostRow.ts"
import { requireAuthor } from "./KnownAuthor.ts"

interface InteractionRow {
  readonly username: string
  readonly sent: number
  readonly received: number
  readonly total: number
  readonly mutual: number
  readonly lastInteractionAt: Date
}

const complete = withDefaults(InteractionsQuery)

export class Interactions extends Context.Service<
  Interactions,
  { of(username: string, query: InteractionsQuery): Effect.Effect<Body<typeof InteractionsResult>, NotFound> }
>()("@heddle/server/queries/authors/Interactions") {
  static readonly layer = Layer.effect(
    Interactions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const of = Effect.fn("Interactions.of")(function* (username: string, query: InteractionsQuery) {
        const { days, sort, limit } = complete(query)
        const until = yield* now
        const from = plusMillis(until, -days * dayMillis)
        const { authorId, notices } = yield* requireAuthor(sql, username)
        // `sort` is one of our own column names, so the literal is safe. Collation `C` sorts alike on every database.
        const best = sql.literal(`c.${sort} DESC, c.last_interaction_at DESC, c.author_id COLLATE "C"`)
        const rows = yield* sql<InteractionRow>`
          WITH exchanged AS (
            SELECT reply_to_author_id AS author_id, 1 AS sent, 0 AS received, posted_at FROM replies
            WHERE author_id = ${authorId} AND reply_to_author_id <> ${authorId}
              AND posted_at >= ${from} AND posted_at <= ${until}
            UNION ALL
            SELECT author_id, 0, 1, posted_at FROM replies
            WHERE reply_to_author_id = ${authorId} AND author_id <> ${authorId}
              AND posted_at >= ${from} AND posted_at <= ${until}
          ), counted AS (
            SELECT author_id, sum(sent) AS sent, sum(received) AS received, count(*) AS total,
              least(sum(sent), sum(received)) AS mutual, max(posted_at) AS last_interaction_at
            FROM exchanged GROUP BY author_id
          )
          SELECT ${shownName(sql, "c.author_id")} AS username, c.sent, c.received, c.total, c.mutual,
            c.last_interaction_at
          FROM (
            SELECT * FROM counted c ORDER BY ${best} LIMIT ${limit}
          ) AS c LEFT JOIN author_names n ON n.author_id = c.author_id
          ORDER BY ${best}`.pipe(Effect.orDie)
        return {
          notices,
          data: rows.map(({ lastInteractionAt, ...counts }) => ({
            ...counts,
            last_interaction_at: unixSeconds(lastInteractionAt)
          }))
        }
      })

      return Interactions.of({ of })
    })
  )
}
