/** Posts of the inspiration library that are close to a topic (service.md, `/post/inspiration`). */
import {
  type Body,
  inspirationPosts,
  type InspirationQuery,
  type InspirationResult,
  type InvalidParameter,
  type Language,
  type Unavailable
} from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { listed } from "../../database/client/Recordset.ts"
import { basicPost, type BasicRow, shownName } from "../../store/posts/PostRow.ts"
import { postsAt } from "../../store/posts/PostsByCode.ts"
import { encodeKeywords } from "../filters/Filters.ts"
import { noticesIfNone, otherLanguagesBy } from "../filters/OtherLanguages.ts"
import { Engine, type Near } from "./Engine.ts"

/** English posts are found by asking for them only. */
const languagesByDefault: ReadonlyArray<Language> = ["zh", "ja", "ko"]

const searchedByDefault =
  "You did not specify a language, so only Chinese, Japanese and Korean posts (`zh`, `ja`, `ko`) were searched."

export class Inspiration extends Context.Service<
  Inspiration,
  {
    /** Validates what the schema cannot, without reading; the effect it returns runs the search. */
    prepare(
      query: InspirationQuery
    ): Effect.Effect<Effect.Effect<Body<typeof InspirationResult>, Unavailable>, InvalidParameter>
  }
>()("@heddle/server/queries/semantic/Inspiration") {
  static readonly layer = Layer.effect(
    Inspiration,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const engine = yield* Engine

      /** The posts of the library among these, by code, with the stored counts as long as the post is stored. */
      const shown = Effect.fnUntraced(function* (near: ReadonlyArray<Near>) {
        const kept = yield* sql<LibraryRow>`
          SELECT l.code, l.posted_at, l.language, ${shownName(sql, "l.author_id")} AS username, l.like_count,
            l.reply_count, l.caption, l.url
          FROM library_posts l LEFT JOIN author_names n ON n.author_id = l.author_id
          WHERE l.code IN ${listed(near.map(({ code }) => code))}`
        const stored = new Map((yield* postsAt(sql, kept)).map((row) => [row.code, row]))
        return new Map(
          kept.map((row): [string, BasicRow] => [row.code, { ...row, isReply: false, ...stored.get(row.code) }])
        )
      })

      /** It searches every language but English by default. */
      const englishNotice = (topic: string) =>
        otherLanguagesBy(
          () =>
            Effect.map(engine.nearest(topic, { languages: ["en"], among: "library" }, 1), ({ posts }) =>
              posts.length > 0 ? ["en"] : []
            ),
          searchedByDefault
        )

      const run = Effect.fn("Inspiration.run")(function* ({ topic, language }: InspirationQuery) {
        const languages = language === undefined ? languagesByDefault : [language]
        const found = yield* engine.nearest(topic, { languages, among: "library" }, inspirationPosts)
        const posts = yield* Effect.orDie(shown(found.posts))
        return {
          engine: found.engine,
          notices: yield* noticesIfNone(posts.size, language, englishNotice(topic)),
          data: found.posts.flatMap(({ code, score }) => {
            const post = posts.get(code)
            return post === undefined ? [] : [{ ...basicPost(post), relevance_score: score }]
          })
        }
      })

      return Inspiration.of({ prepare: (query) => Effect.as(encodeKeywords("topic", [query.topic]), run(query)) })
    })
  )
}

type LibraryRow = Omit<BasicRow, "isReply">
