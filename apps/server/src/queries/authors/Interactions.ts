/**
 * Who replied to whom (service.md, `/user/{username}/interactions`). A reply counts by its own time and when the post
 * it replies to is stored, since only that tells whom it answers. Replies to oneself do not count.
 */
import {
  type Body,
  interactionsDefaultDays,
  interactionsDefaultLimit,
  type InteractionsQuery,
  type InteractionsResult,
  type NotFound
} from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { dayMillis, now, plusMillis, unixSeconds } from "../../runtime/Time.ts"
import { requireAccount } from "./KnownAuthor.ts"

interface InteractionRow {
  readonly username: string
  readonly sent: number
  readonly received: number
  readonly total: number
  readonly mutual: number
  readonly lastInteractionAt: Date
}

export class Interactions extends Context.Service<
  Interactions,
  { of(username: string, query: InteractionsQuery): Effect.Effect<Body<typeof InteractionsResult>, NotFound> }
>()("@heddle/server/queries/authors/Interactions") {
  static readonly layer = Layer.effect(
    Interactions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const of = Effect.fn("Interactions.of")(function* (username: string, query: InteractionsQuery) {
        const until = yield* now
        const from = plusMillis(until, -(query.days ?? interactionsDefaultDays) * dayMillis)
        yield* requireAccount(sql, username)
        // The column is one of our own names; `C` orders names the same on every database.
        const rows = yield* sql<InteractionRow>`
          WITH met AS (
            SELECT replied_to AS username, 1 AS sent, 0 AS received, posted_at FROM replies
            WHERE username = ${username} AND replied_to <> ${username}
              AND posted_at >= ${from} AND posted_at <= ${until}
            UNION ALL
            SELECT username, 0, 1, posted_at FROM replies
            WHERE replied_to = ${username} AND username <> ${username}
              AND posted_at >= ${from} AND posted_at <= ${until}
          ), counted AS (
            SELECT username, sum(sent) AS sent, sum(received) AS received, count(*) AS total,
              least(sum(sent), sum(received)) AS mutual, max(posted_at) AS last_interaction_at
            FROM met GROUP BY username
          )
          SELECT * FROM counted
          ORDER BY ${sql.literal(query.sort ?? "mutual")} DESC, last_interaction_at DESC, username COLLATE "C"
          LIMIT ${query.limit ?? interactionsDefaultLimit}`.pipe(Effect.orDie)
        return {
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
