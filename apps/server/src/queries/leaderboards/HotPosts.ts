/** The posts of the last hours with the greatest numbers (service.md, `/post/hot`). */
import {
  type Body,
  defaultLanguage,
  hotDefaultHours,
  hotDefaultSize,
  type HotPostsQuery,
  type HotPostsResult,
  type HotSort
} from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { languagesOf } from "../filters/LanguageFilter.ts"
import { detailedPost } from "../../store/posts/PostRow.ts"
import { rank } from "./Ranking.ts"

export class HotPosts extends Context.Service<
  HotPosts,
  { list(query: HotPostsQuery): Effect.Effect<Body<typeof HotPostsResult>> }
>()("@heddle/server/queries/leaderboards/HotPosts") {
  static readonly layer = Layer.effect(
    HotPosts,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const list = Effect.fn("HotPosts.list")(function* ({
        size = hotDefaultSize,
        sort = "engagement:desc",
        language = defaultLanguage,
        hours = hotDefaultHours
      }: HotPostsQuery) {
        const at = yield* now
        const window = { from: plusMillis(at, -hours * hourMillis), until: plusMillis(at, 1) }
        const filter = sql.in("p.language", languagesOf(language))
        const rows = yield* rank({ window, filter, size, value: values[sort] }, sql)
        return { data: rows.map(detailedPost) }
      })

      return HotPosts.of({ list })
    })
  )
}

/** Null where a source does not tell views: a post without them has no place in an order by views. */
const values: Readonly<Record<HotSort, string>> = {
  "engagement:desc": "(p.like_count + p.reply_count + p.repost_count + p.reshare_count)",
  "like:desc": "p.like_count",
  "reply:desc": "p.reply_count",
  "impression:desc": "p.impression_count"
}
