/** Checks correctness: compares the first page of each class with a full scan of all posts. */
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dayMillis } from "../../../apps/server/src/runtime/Time.ts"
import { languagesOf } from "../../../apps/server/src/queries/filters/LanguageFilter.ts"
import { Search } from "../../../apps/server/src/queries/search/Search.ts"
import { searchDefaultDays, SearchQuery } from "../../../packages/api/src/operations/Search.ts"
import { encodeKeyword } from "../../../packages/text/src/index.ts"
import type { KeywordClass } from "./Keywords.ts"

export const requireAgreement = Effect.fnUntraced(function* (classes: ReadonlyArray<KeywordClass>) {
  const sql = yield* SqlClient.SqlClient
  const search = yield* Search
  const until = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const since = until - (searchDefaultDays * dayMillis) / 1000
  for (const { kind, frequency, language, keywords } of classes) {
    for (const { text } of keywords.slice(0, 1)) {
      const { data } = yield* Effect.flatten(search.prepare({ keywords: [text], language, since, until }))
      const expected = yield* sql<{ code: string }>`
        SELECT code FROM posts WHERE strpos(token_text, ${encodeKeyword(text) ?? text}) > 0
          AND ${sql.in("language", languagesOf(language))}
          AND posted_at >= ${new Date(since * 1000)} AND posted_at < ${new Date(until * 1000)}
        ORDER BY posted_at DESC, code DESC LIMIT ${SearchQuery.fields.limit.defaultValue}`
      const [found, wanted] = [data, expected].map((posts) => posts.map(({ code }) => code).join(" "))
      if (found !== wanted) {
        return yield* Effect.die(
          new Error(`${kind}, ${frequency}: the search for ${text} finds other posts than a look at all`)
        )
      }
    }
  }
})
