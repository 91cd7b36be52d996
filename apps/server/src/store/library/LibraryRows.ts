/**
 * The statements of the library. Whoever adds or changes rows first locks their rows of `post_codes`, in the lock order of
 * `PostRows.ts`, so that a post deleted in the meantime does not come back.
 */
import type { Language } from "@heddle/text"
import { Effect, Stream } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { listed } from "../../database/client/Recordset.ts"
import { paged } from "../../database/client/Paged.ts"
import type { FeedCursor } from "../posts/PostChangeFeed.ts"
import { fromPostsAt, type PostKey } from "../posts/PostsByCode.ts"
import { belongsInLibrary, type LibraryCandidate, minLibraryCharacters, minLibraryLikes } from "./LibraryRules.ts"

/** Posts of the library that one statement compares with the stored ones. */
const pageSize = 500

interface CandidateRow extends LibraryCandidate, PostKey {
  readonly language: Language
}

/** Sorts before every post. */
const firstKey: PostKey = { postedAt: new Date(0), code: "" }

export const makeLibraryRows = (sql: SqlClient.SqlClient) => {
  const lockCodes = (keys: ReadonlyArray<PostKey>) => {
    const codes = listed(keys.map(({ code }) => code))
    return sql`SELECT 1 FROM post_codes WHERE code IN ${codes} ORDER BY code FOR UPDATE`
  }

  const isCandidate = sql`
    p.like_count >= ${minLibraryLikes} AND NOT p.is_reply AND char_length(p.caption) >= ${minLibraryCharacters}`

  const columns = sql.literal("p.code, p.posted_at, p.caption, p.marks, p.language, p.is_reply, p.like_count")

  /** A statement of its own: on Citus, a condition on posts cannot ask for rows of a table that is not distributed. */
  const missingAmong = Effect.fnUntraced(function* (rows: ReadonlyArray<CandidateRow>) {
    const members = rows.filter(belongsInLibrary)
    if (members.length === 0) return []
    const codes = listed(members.map(({ code }) => code))
    const there = yield* sql<{ code: string }>`SELECT code FROM library_posts WHERE code IN ${codes}`
    const known = new Set(there.map(({ code }) => code))
    return members.flatMap(({ code, postedAt }): ReadonlyArray<PostKey> =>
      known.has(code) ? [] : [{ code, postedAt }]
    )
  })

  /** The posts of a window that belong in the library and are not in it. */
  const missingIn = ({ from, until }: { readonly from: Date; readonly until: Date }) =>
    Effect.flatMap(
      sql<CandidateRow>`
        SELECT ${columns} FROM posts p WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND ${isCandidate}`
        .unprepared,
      missingAmong
    )

  /** Those of these posts that belong in the library and are not in it. */
  const missingOf = (keys: ReadonlyArray<PostKey>) =>
    keys.length === 0
      ? Effect.succeed([])
      : Effect.flatMap(
          sql<CandidateRow>`SELECT ${columns} ${fromPostsAt(sql, keys)} AND ${isCandidate}`.unprepared,
          missingAmong
        )

  /** Needs the locks of the codes. */
  const insert = (keys: ReadonlyArray<PostKey>, onConflict: Statement.Fragment) =>
    sql`
      INSERT INTO library_posts AS l (code, posted_at, language, author_id, like_count, reply_count, text_version,
        language_hint, marks, token_text, terms, caption, url)
      SELECT p.code, p.posted_at, p.language, p.author_id, p.like_count, p.reply_count, p.text_version,
        p.language_hint, p.marks, p.token_text, p.terms, p.caption, p.url
      ${fromPostsAt(sql, keys)} ON CONFLICT (code) DO ${onConflict} RETURNING 1`.unprepared

  /** Returns how many were added; skips posts that were deleted in the meantime. */
  const add = (keys: ReadonlyArray<PostKey>) =>
    keys.length === 0
      ? Effect.succeed(0)
      : atomically(
          sql,
          Effect.map(Effect.andThen(lockCodes(keys), insert(keys, sql`NOTHING`)), (added) => added.length)
        )

  const differs = sql`
    (l.like_count <> p.like_count OR l.reply_count <> p.reply_count OR l.text_version <> p.text_version)`

  const updateFromPosts = (keys: ReadonlyArray<PostKey>) =>
    atomically(
      sql,
      Effect.gen(function* () {
        yield* lockCodes(keys)
        // Not an UPDATE: on Citus, one of a table that is not distributed cannot read posts.
        yield* insert(
          keys,
          sql`UPDATE SET like_count = excluded.like_count, reply_count = excluded.reply_count,
            language = excluded.language, text_version = excluded.text_version, token_text = excluded.token_text,
            terms = excluded.terms WHERE l.posted_at = excluded.posted_at`
        )
        const codes = listed(keys.map(({ code }) => code))
        yield* sql`DELETE FROM library_posts WHERE code IN ${codes} AND like_count < ${minLibraryLikes}`
      })
    )

  /** A process of an older release, which still runs during an upgrade, knows of no library when it deletes a post. */
  const removeDeleted = (keys: ReadonlyArray<PostKey>) => {
    const codes = listed(keys.map(({ code }) => code))
    return sql`
      DELETE FROM library_posts WHERE code IN (
        SELECT c.code FROM post_codes c WHERE c.code IN ${codes} AND c.deleted_at IS NOT NULL)`
  }

  /** Brings the rows of stored posts up to date, and removes those that have lost too many likes. */
  const refresh = paged(
    pageSize,
    (after: PostKey = firstKey) =>
      sql<PostKey>`
        SELECT posted_at, code FROM library_posts
        WHERE posted_at >= ${after.postedAt} AND (posted_at, code) > (${after.postedAt}, ${after.code})
        ORDER BY posted_at, code LIMIT ${pageSize}`
  ).pipe(
    Stream.filter((page) => page.length > 0),
    Stream.mapEffect((page) =>
      Effect.gen(function* () {
        const changed = yield* sql<PostKey>`
          SELECT l.posted_at, l.code FROM library_posts l
          JOIN (SELECT p.* ${fromPostsAt(sql, page)}) AS p ON p.posted_at = l.posted_at AND p.code = l.code
          WHERE ${differs}`.unprepared
        if (changed.length > 0) yield* updateFromPosts(changed)
        yield* removeDeleted(page)
      })
    ),
    Stream.runDrain
  )

  return { missingIn, missingOf, add, refresh }
}

/** How far the library is (the table `library_progress`, a single row). */
interface Progress {
  /** The changes before it are in the library. */
  readonly cursor: FeedCursor | null
  /** When the cursor was read. */
  readonly cursorAt: Date | null
  /** When all rows were last compared with the stored posts. */
  readonly refreshedAt: Date | null
  /** A pass over all posts continues before this time; null while there is none. */
  readonly passUntil: Date | null
}

const none: Progress = { cursor: null, cursorAt: null, refreshedAt: null, passUntil: null }

export const makeLibraryProgress = (sql: SqlClient.SqlClient) => ({
  read: Effect.map(
    sql<Progress>`SELECT cursor, cursor_at, refreshed_at, pass_until FROM library_progress`,
    ([progress]) => progress ?? none
  ),
  setCursor: (cursor: FeedCursor, at: Date) => sql`UPDATE library_progress SET cursor = ${cursor}, cursor_at = ${at}`,
  setRefreshed: (at: Date) => sql`UPDATE library_progress SET refreshed_at = ${at}`,
  setPass: (until: Date | null) => sql`UPDATE library_progress SET pass_until = ${until}`
})
