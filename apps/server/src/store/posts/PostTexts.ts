/**
 * The derived texts of stored posts that older rules made, and how newer ones replace them. Rows are locked as
 * `PostRows.ts` does: first the codes, in their order.
 */
import { type Language, textVersion } from "@heddle/text"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { listed } from "../../database/client/Listed.ts"
import { arrayOf, recordset } from "../../database/client/Recordset.ts"
import type { Window } from "../scan/ChunkedScan.ts"
import { type DerivedText, deriveText } from "./DerivedText.ts"
import { derivedColumns, type KeyRow, withTermRanges } from "./PostColumns.ts"
import { fromPostsAt, type PostKey } from "./PostsByCode.ts"

interface StoredText extends PostKey {
  readonly caption: string
  readonly language: Language
  readonly languageHint: string | null
}

type DerivedRow = KeyRow & DerivedText

export const makePostTexts = (sql: SqlClient.SqlClient) => {
  const older = ({ from, until }: Window) =>
    sql`FROM posts p WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND p.text_version < ${textVersion}`

  const countOlder = (window: Window) =>
    sql<{ version: number; posts: number }>`
      SELECT p.text_version AS version, count(*) AS posts ${older(window)} GROUP BY 1`.unprepared

  /** The newest first. */
  const olderKeys = (window: Window) =>
    sql<PostKey>`SELECT p.code, p.posted_at ${older(window)} ORDER BY p.posted_at DESC`.unprepared

  /** The texts of those of these posts that still have an older one, as they have to be. */
  const derived = (keys: ReadonlyArray<PostKey>) =>
    Effect.map(
      sql<StoredText>`
        SELECT p.code, p.posted_at, p.caption, p.language, p.language_hint ${fromPostsAt(sql, keys)}
          AND p.text_version < ${textVersion}`.unprepared,
      (rows) =>
        rows.map(({ code, postedAt, caption, language, languageHint }): DerivedRow => ({
          code,
          posted_at: postedAt,
          // A forgotten tag spoke through the language that is stored: what the text leaves open stays as it is.
          ...deriveText(caption, languageHint ?? language)
        }))
    )

  /** Within a transaction; answers how many were written. Posts that are gone, or were brought up to date, stay so. */
  const write = Effect.fnUntraced(function* (rows: ReadonlyArray<DerivedRow>) {
    const codes = listed(
      sql,
      rows.map(({ code }) => code)
    )
    const times = rows.map(({ posted_at }) => posted_at.getTime())
    const terms = arrayOf(
      "integer",
      rows.flatMap(({ terms }) => terms)
    )
    yield* sql`SELECT 1 FROM post_codes WHERE code IN ${codes} ORDER BY code FOR UPDATE`
    const written = yield* sql`
      UPDATE posts p SET token_text = n.token_text, terms = (${terms})[n.terms_from:n.terms_until],
        language = n.language, text_version = n.text_version
      FROM ${recordset(sql, "n", derivedColumns, withTermRanges(rows))}
      WHERE p.posted_at = n.posted_at AND p.code = n.code AND p.text_version < n.text_version
        AND p.posted_at >= ${new Date(Math.min(...times))} AND p.posted_at <= ${new Date(Math.max(...times))}
      RETURNING 1`.unprepared
    return written.length
  })

  return { countOlder, olderKeys, derived, write }
}
