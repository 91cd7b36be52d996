/** The replies posted in the last hours by their likes (service.md, `/leaderboard/cool-replies`). */
import {
  type Body,
  type CoolRepliesResult,
  defaultLanguage,
  leaderboardDefaultHours,
  leaderboardDefaultSize,
  type LeaderboardQuery
} from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { languagesOf } from "../filters/LanguageFilter.ts"
import { basicPost } from "../../store/posts/PostRow.ts"
import { rank } from "./Ranking.ts"

export class CoolReplies extends Context.Service<
  CoolReplies,
  { top(query: LeaderboardQuery): Effect.Effect<Body<typeof CoolRepliesResult>> }
>()("@heddle/server/queries/leaderboards/CoolReplies") {
  static readonly layer = Layer.effect(
    CoolReplies,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const top = Effect.fn("CoolReplies.top")(function* (query: LeaderboardQuery) {
        const until = yield* now
        const from = plusMillis(until, -(query.hours ?? leaderboardDefaultHours) * hourMillis)
        const rows = yield* rank(
          {
            window: { from, until: plusMillis(until, 1) },
            filter: sql`p.is_reply AND ${sql.in("p.language", languagesOf(query.language ?? defaultLanguage))}`,
            value: "p.like_count",
            size: query.size ?? leaderboardDefaultSize
          },
          sql
        )
        return { data: rows.map((row, index) => ({ rank: index + 1, value: row.value, ...basicPost(row) })) }
      })

      return CoolReplies.of({ top })
    })
  )
}
