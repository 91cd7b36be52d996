/**
 * Derives the text of library posts again that older rules of @heddle/text derived. `Reindex.ts` does that for stored
 * posts, from which the library copies; this is for the posts that are past retention.
 */
import { type Language, textVersion } from "@heddle/text"
import { Effect, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import { paged } from "../../database/client/Paged.ts"
import { arrayOf, recordset } from "../../database/client/Recordset.ts"
import { marksOf, type StoredMarks } from "../posts/Marks.ts"
import { deriveText } from "../posts/PostState.ts"
import { derivedColumns, withTermRanges } from "../posts/PostColumns.ts"

/** Posts per statement: a few milliseconds of deriving. */
const batchSize = 50

interface StaleText {
  readonly code: string
  readonly postedAt: Date
  readonly caption: string
  readonly language: Language
  readonly languageHint: string | null
  readonly marks: StoredMarks
}

export const makeLibraryTexts = (sql: SqlClient.SqlClient) => {
  const stale = (after: string) => sql<StaleText>`
    SELECT code, posted_at, caption, language, language_hint, marks FROM library_posts
    WHERE code > ${after} AND text_version < ${textVersion} ORDER BY code LIMIT ${batchSize}`

  const write = (rows: ReadonlyArray<StaleText>) => {
    const derived = rows.map(({ code, postedAt, caption, language, languageHint, marks }) => ({
      code,
      posted_at: postedAt,
      ...deriveText(caption, languageHint ?? language, marksOf(marks))
    }))
    const terms = arrayOf(
      "integer",
      derived.flatMap(({ terms }) => terms)
    )
    return sql`
      UPDATE library_posts l SET token_text = n.token_text, terms = (${terms})[n.terms_from:n.terms_until],
        language = n.language, text_version = n.text_version
      FROM ${recordset(sql, "n", derivedColumns, withTermRanges(derived))}
      WHERE l.code = n.code AND l.text_version < n.text_version`
  }

  return paged(batchSize, (last: StaleText | undefined) => stale(last?.code ?? "")).pipe(
    Stream.filter((rows) => rows.length > 0),
    Stream.mapEffect((rows) => Effect.andThen(write(rows), Effect.yieldNow)),
    Stream.runDrain
  )
}
