/** The most liked replies of the last hours (service.md, `/leaderboard/cool-replies`). */
import { type Body, type CoolRepliesResult, LeaderboardQuery, withDefaults } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { languagesOf } from "../filters/Filters.ts"
import { makeOtherLanguages, noticesIfNone } from "../filters/OtherLanguages.ts"
import { callScan } from "../../store/scan/ChunkedScan.ts"
import { basicPost } from "../../store/posts/PostRow.ts"
import { isRanked, rankPosts } from "./Ranking.ts"

const complete = withDefaults(LeaderboardQuery)

export class CoolReplies extends Context.Service<
  CoolReplies,
  { top(query: LeaderboardQuery): Effect.Effect<Body<typeof CoolRepliesResult>> }
>()("@heddle/server/queries/leaderboards/CoolReplies") {
  static readonly layer = Layer.effect(
    CoolReplies,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const scan = yield* callScan
      const otherLanguages = makeOtherLanguages(sql, scan)

      const top = Effect.fn("CoolReplies.top")(function* (query: LeaderboardQuery) {
        const { language, hours, size } = complete(query)
        const until = yield* now
        const from = plusMillis(until, -hours * hourMillis)
        const window = { from, until: plusMillis(until, 1) }
        const measure = "likes_of_reply"
        const rows = yield* rankPosts({ window, languages: languagesOf(language), measure, size }, sql, scan)
        return {
          data: rows.map((row, index) => ({ rank: index + 1, value: row.value, ...basicPost(row) })),
          notices: yield* noticesIfNone(rows.length, query.language, otherLanguages(window, isRanked(sql, measure)))
        }
      })

      return CoolReplies.of({ top })
    })
  )
}
