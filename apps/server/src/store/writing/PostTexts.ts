/**
 * Finds and replaces derived text that an older version of the rules produced. Locks rows in the order that `PostRows.ts`
 * describes.
 */
import { type Language, textVersion } from "@heddle/text"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { arrayOf, listed, recordset } from "../../database/client/Recordset.ts"
import type { PostVersion } from "../posts/PostVersion.ts"
import { makeRollupSteps } from "../rollups/RollupSteps.ts"
import type { Window } from "../scan/ChunkedScan.ts"
import { marksOf, type StoredMarks } from "../posts/Marks.ts"
import { type DerivedText, deriveText } from "../posts/PostState.ts"
import { derivedColumns, type KeyRow, withTermRanges } from "../posts/PostColumns.ts"
import { fromPostsAt, postedBetween, type PostKey } from "../posts/PostsByCode.ts"

interface StoredText extends PostKey {
  readonly caption: string
  readonly language: Language
  readonly languageHint: string | null
  readonly marks: StoredMarks
}

type DerivedRow = KeyRow & DerivedText

export const makePostTexts = (sql: SqlClient.SqlClient) => {
  const rollups = makeRollupSteps(sql)

  const fromStale = ({ from, until }: Window) =>
    sql`FROM posts p WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND p.text_version < ${textVersion}`

  const countStale = (window: Window) =>
    sql<{ version: number; posts: number }>`
      SELECT p.text_version AS version, count(*) AS posts ${fromStale(window)} GROUP BY 1`.unprepared

  /** Newest first. */
  const staleKeys = (window: Window) =>
    sql<PostKey>`SELECT p.code, p.posted_at ${fromStale(window)} ORDER BY p.posted_at DESC`.unprepared

  /** The current derived text of those of these posts whose stored text is still stale. */
  const derive = (keys: ReadonlyArray<PostKey>) =>
    Effect.map(
      sql<StoredText>`
        SELECT p.code, p.posted_at, p.caption, p.language, p.language_hint, p.marks ${fromPostsAt(sql, keys)}
          AND p.text_version < ${textVersion}`.unprepared,
      (rows) =>
        rows.map(({ code, postedAt, caption, language, languageHint, marks }): DerivedRow => ({
          code,
          posted_at: postedAt,
          // Without a stored hint, the stored language is the best one: it decides where the text is ambiguous.
          ...deriveText(caption, languageHint ?? language, marksOf(marks))
        }))
    )

  /** Needs a transaction. Returns the number of rows written; skips posts deleted or updated in the meantime. */
  const write = Effect.fnUntraced(function* (rows: ReadonlyArray<DerivedRow>) {
    const codes = listed(rows.map(({ code }) => code))
    const times = rows.map(({ posted_at }) => posted_at)
    const terms = arrayOf(
      "integer",
      rows.flatMap(({ terms }) => terms)
    )
    yield* sql`SELECT 1 FROM post_codes WHERE code IN ${codes} ORDER BY code FOR UPDATE`
    const kept = yield* rollups.begin
    const former = yield* sql.withoutTransforms()<PostVersion>`
      SELECT p.code, p.posted_at, p.language, p.is_reply, p.token_text, p.like_count, p.reply_count, p.repost_count,
        p.reshare_count, p.impression_count
      ${fromPostsAt(
        sql,
        rows.map(({ code, posted_at }) => ({ code, postedAt: posted_at }))
      )}
        AND p.text_version < ${textVersion}`.unprepared
    const written = yield* sql<{ code: string }>`
      UPDATE posts p SET token_text = n.token_text, terms = n.terms, language = n.language, text_version = n.text_version
      FROM (
        SELECT n.*, (${terms})[n.terms_from:n.terms_until] AS terms
        FROM ${recordset(sql, "n", derivedColumns, withTermRanges(rows))}
      ) AS n
      WHERE p.posted_at = n.posted_at AND p.code = n.code AND p.text_version < n.text_version
        AND ${postedBetween(sql, times)}
      RETURNING p.code`.unprepared
    const changes = versionsOf(rows, former, new Set(written.map(({ code }) => code)))
    const again = changes.flatMap(({ before, after }) => (before.language === after.language ? [] : [after]))
    yield* rollups.append(kept, changes, { again, gone: [] })
    return written.length
  })

  return { countStale, staleKeys, derive, write }
}

/** The versions of the posts that were written. */
const versionsOf = (
  rows: ReadonlyArray<DerivedRow>,
  former: ReadonlyArray<PostVersion>,
  written: ReadonlySet<string>
): ReadonlyArray<{ readonly before: PostVersion; readonly after: PostVersion }> => {
  const derived = new Map(rows.map((row) => [row.code, row]))
  return former.flatMap((row) => {
    const now = derived.get(row.code)
    if (now === undefined || !written.has(row.code)) return []
    return [{ before: row, after: { ...row, language: now.language, token_text: now.token_text } }]
  })
}
