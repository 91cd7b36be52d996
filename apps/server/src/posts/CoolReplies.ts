/** The replies posted in the last hours by their likes (service.md, `/leaderboard/cool-replies`). */
import {
  type Body,
  coolRepliesDefaultHours,
  coolRepliesDefaultSize,
  type CoolRepliesQuery,
  type CoolRepliesResult,
  defaultLanguage
} from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { hourMillis, now, plusMillis } from "../Now.ts"
import { languagesOf } from "./LanguageFilter.ts"
import { type AuthorColumns, basicPost, postColumns, type PostRow } from "./PostRow.ts"

export class CoolReplies extends Context.Service<
  CoolReplies,
  { top(query: CoolRepliesQuery): Effect.Effect<Body<typeof CoolRepliesResult>> }
>()("@heddle/server/posts/CoolReplies") {
  static readonly layer = Layer.effect(
    CoolReplies,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const top = Effect.fn("CoolReplies.top")(function* (query: CoolRepliesQuery) {
        const until = yield* now
        const from = plusMillis(until, -(query.hours ?? coolRepliesDefaultHours) * hourMillis)
        const rows = yield* sql<PostRow & AuthorColumns>`
          SELECT ${sql.literal(postColumns)} FROM posts p LEFT JOIN authors a ON a.username = p.username
          WHERE p.is_reply AND p.posted_at >= ${from} AND p.posted_at <= ${until}
            AND ${sql.in("p.language", languagesOf(query.language ?? defaultLanguage))}
          ORDER BY p.like_count DESC, p.posted_at DESC, p.code DESC
          LIMIT ${query.size ?? coolRepliesDefaultSize}`.pipe(Effect.orDie)
        return { data: rows.map((row, index) => ({ rank: index + 1, value: row.likeCount, ...basicPost(row) })) }
      })

      return CoolReplies.of({ top })
    })
  )
}
