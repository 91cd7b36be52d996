/** The posts of the last days that are closest to a topic (service.md, `/post/semantic-search`; decisions, section 3). */
import {
  type Body,
  type InvalidParameter,
  semanticCandidates,
  semanticSearchDays,
  SemanticSearchQuery,
  type SemanticSearchResult,
  type Unavailable,
  withDefaults
} from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { dayMillis, now, plusMillis } from "../../runtime/Time.ts"
import { basicPost } from "../../store/posts/PostRow.ts"
import { encodeKeywords } from "../filters/KeywordFilter.ts"
import { Engine } from "./Engine.ts"
import { rowsInOrder } from "./RowsInOrder.ts"

const complete = withDefaults(SemanticSearchQuery)

export class SemanticSearch extends Context.Service<
  SemanticSearch,
  {
    /** Validates what the schema cannot, without reading; the effect it returns runs the search. */
    prepare(
      query: SemanticSearchQuery
    ): Effect.Effect<Effect.Effect<Body<typeof SemanticSearchResult>, Unavailable>, InvalidParameter>
  }
>()("@heddle/server/queries/semantic/SemanticSearch") {
  static readonly layer = Layer.effect(
    SemanticSearch,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const engine = yield* Engine

      const run = Effect.fn("SemanticSearch.run")(function* (query: SemanticSearchQuery) {
        const { topic, language, limit, min_likes = 0, min_replies = 0 } = complete(query)
        const from = plusMillis(yield* now, -semanticSearchDays * dayMillis)
        const count = min_likes > 0 || min_replies > 0 ? semanticCandidates : limit
        const found = yield* engine.nearest(topic, { languages: [language], among: { from } }, count)
        const rows = yield* rowsInOrder(
          sql,
          found.posts,
          sql`p.like_count >= ${min_likes} AND p.reply_count >= ${min_replies}`
        )
        const data = rows.slice(0, limit).map(({ near, row }) => ({ ...basicPost(row), relevance_score: near.score }))
        return { engine: found.engine, data }
      })

      return SemanticSearch.of({
        prepare: (query) => Effect.as(encodeKeywords("topic", [query.topic]), run(query))
      })
    })
  )
}
