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
import { basicPost } from "./PostRow.ts"
import { rank } from "./Ranking.ts"

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
        const rows = yield* rank(
          {
            window: { from, until: plusMillis(until, 1) },
            filter: sql`p.is_reply AND ${sql.in("p.language", languagesOf(query.language ?? defaultLanguage))}`,
            value: "p.like_count",
            valueOf: (row) => row.likeCount,
            size: query.size ?? coolRepliesDefaultSize
          },
          sql
        )
        return { data: rows.map((row, index) => ({ rank: index + 1, value: row.likeCount, ...basicPost(row) })) }
      })

      return CoolReplies.of({ top })
    })
  )
}
