/** The top posts of the last hours by a chosen count (service.md, `/post/hot`). */
import { type Body, HotPostsQuery, type HotPostsResult, type HotSort, withDefaults } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { languagesOf } from "../filters/Filters.ts"
import { makeOtherLanguages, noticesIfNone } from "../filters/OtherLanguages.ts"
import { callScan } from "../../store/scan/ChunkedScan.ts"
import { detailedPost } from "../../store/posts/PostRow.ts"
import type { Measure } from "../../store/rollups/Floors.ts"
import { isRanked, rankPosts } from "./Ranking.ts"

const complete = withDefaults(HotPostsQuery)

export class HotPosts extends Context.Service<
  HotPosts,
  { list(query: HotPostsQuery): Effect.Effect<Body<typeof HotPostsResult>> }
>()("@heddle/server/queries/leaderboards/HotPosts") {
  static readonly layer = Layer.effect(
    HotPosts,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const scan = yield* callScan
      const otherLanguages = makeOtherLanguages(sql, scan)

      const list = Effect.fn("HotPosts.list")(function* (query: HotPostsQuery) {
        const { size, sort, language, hours } = complete(query)
        const at = yield* now
        const window = { from: plusMillis(at, -hours * hourMillis), until: plusMillis(at, 1) }
        const rows = yield* rankPosts(
          { window, languages: languagesOf(language), size, measure: measures[sort] },
          sql,
          scan
        )
        return {
          data: rows.map(detailedPost),
          notices: yield* noticesIfNone(
            rows.length,
            query.language,
            otherLanguages(window, isRanked(sql, measures[sort]))
          )
        }
      })

      return HotPosts.of({ list })
    })
  )
}

/** Views are null if the source does not report them, which leaves the post unranked. */
const measures: Readonly<Record<HotSort, Measure>> = {
  "engagement:desc": "engagement",
  "like:desc": "likes",
  "reply:desc": "replies",
  "impression:desc": "impressions"
}
