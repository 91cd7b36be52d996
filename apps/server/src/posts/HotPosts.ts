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
import { hourMillis, now, plusMillis } from "../Now.ts"
import { languagesOf } from "./LanguageFilter.ts"
import { type AuthorColumns, detailedPost, postColumns, type PostRow } from "./PostRow.ts"

export class HotPosts extends Context.Service<
  HotPosts,
  { list(query: HotPostsQuery): Effect.Effect<Body<typeof HotPostsResult>> }
>()("@heddle/server/posts/HotPosts") {
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
        const value = sql.literal(sortValues[sort])
        const rows = yield* sql<PostRow & AuthorColumns>`
          SELECT ${sql.literal(postColumns)}
          FROM posts p LEFT JOIN authors a ON a.username = p.username
          WHERE p.posted_at >= ${plusMillis(at, -hours * hourMillis)} AND p.posted_at < ${plusMillis(at, 1)}
            AND ${sql.in("p.language", languagesOf(language))} AND ${value} IS NOT NULL
          ORDER BY ${value} DESC, p.posted_at DESC, p.code DESC LIMIT ${size}`.pipe(Effect.orDie)
        return { data: rows.map(detailedPost) }
      })

      return HotPosts.of({ list })
    })
  )
}

/** Null where a source does not tell views: a post without them has no place in an order by views. */
const sortValues: Readonly<Record<HotSort, string>> = {
  "engagement:desc": "(p.like_count + p.reply_count + p.repost_count + p.reshare_count)",
  "like:desc": "p.like_count",
  "reply:desc": "p.reply_count",
  "impression:desc": "p.impression_count"
}
