/** The posts of the last days that are closest to a topic (service.md, `/post/semantic-search`; decisions, section 3). */
import {
  type Body,
  type InvalidParameter,
  type Language,
  semanticCandidates,
  semanticSearchDays,
  SemanticSearchQuery,
  type SemanticSearchResult,
  type Unavailable,
  withDefaults
} from "@heddle/api"
import { Array, Context, Effect, Layer, Option } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { Embedder } from "../../embeddings/providers/Embedder.ts"
import { dayMillis, now, plusMillis } from "../../runtime/Time.ts"
import { type AuthorColumns, basicPost, postColumns, type PostRow, withAuthors } from "../../store/posts/PostRow.ts"
import { fromPostsAt } from "../../store/posts/PostsByCode.ts"
import { encodeKeywords } from "../filters/Filters.ts"
import { few, otherLanguagesBy, topicNotices } from "../filters/OtherLanguages.ts"
import { EmbeddingEngineLayer } from "./EmbeddingEngine.ts"
import { Engine, type Near } from "./Engine.ts"
import { LexicalEngine } from "./LexicalEngine.ts"

/** Posts in other languages that are looked at when Chinese has none. */
const sampledPosts = 20

/** Few enough for a short statement. */
const rowsOfStatement = 500

interface Ranked {
  readonly near: Near
  readonly row: PostRow & AuthorColumns
}

/** Omits posts that were deleted in the meantime and those that do not meet the condition, which names the post `p`. */
const rowsInOrder = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  posts: ReadonlyArray<Near>,
  condition: Statement.Fragment
) {
  // By time, so that a statement reads few partitions.
  const byTime = posts.toSorted((one, other) => one.postedAt.getTime() - other.postedAt.getTime())
  const read = yield* Effect.forEach(
    Array.chunksOf(byTime, rowsOfStatement),
    (keys) =>
      withAuthors(sql, sql`SELECT ${sql.literal(postColumns)} ${fromPostsAt(sql, keys)} AND ${condition}`).unprepared
  ).pipe(Effect.orDie)
  const rows = new Map(read.flat().map((row) => [row.code, row]))
  return posts.flatMap((near): ReadonlyArray<Ranked> => {
    const row = rows.get(near.code)
    return row === undefined ? [] : [{ near, row }]
  })
})

/** The first of them, at least `atLeast` if there are as many: thresholds mostly leave enough of the closest few hundred. */
const firstRows = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  posts: ReadonlyArray<Near>,
  condition: Statement.Fragment,
  atLeast: number
) {
  const found: Array<Ranked> = []
  for (const some of Array.chunksOf(posts, Math.max(atLeast, rowsOfStatement))) {
    if (found.length < atLeast) found.push(...(yield* rowsInOrder(sql, some, condition)))
  }
  return found
})

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
        const enough = sql`p.like_count >= ${min_likes} AND p.reply_count >= ${min_replies}`
        const rows = yield* firstRows(sql, found.posts, enough, Math.max(limit, few))
        const languagesFound = Effect.fnUntraced(function* (languages: ReadonlyArray<Language>) {
          const { posts } = yield* engine.nearest(topic, { languages, among: { from } }, sampledPosts)
          const others = yield* rowsInOrder(sql, posts, enough)
          return others.map(({ row }) => row.language)
        })
        const notices =
          rows.length === 0 && query.language === undefined
            ? [yield* otherLanguagesBy(languagesFound)]
            : topicNotices(topic, language, rows.length)
        const data = rows.slice(0, limit).map(({ near, row }) => ({ ...basicPost(row), relevance_score: near.score }))
        return { engine: found.engine, data, notices }
      })

      return SemanticSearch.of({
        prepare: (query) => Effect.as(encodeKeywords("topic", [query.topic]), run(query))
      })
    })
  )
}

/** The engine that the settings ask for: by vectors with a model, otherwise by words. */
export const EngineLayer = Layer.unwrap(
  Effect.map(Embedder, ({ model }) =>
    Option.isNone(model) ? LexicalEngine.layer : EmbeddingEngineLayer.pipe(Layer.provide(LexicalEngine.layer))
  )
)
