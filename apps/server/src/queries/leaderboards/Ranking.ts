/**
 * The top posts of a window by a count. Where prominent posts are kept, they are ranked instead of all posts, if enough of
 * them reach the floor above which none is missing. Elsewhere the scan takes the top of each chunk and merges them.
 */
import { Effect, Stream } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { type AuthorColumns, postColumns, type PostRow, withAuthors } from "../../store/posts/PostRow.ts"
import { fromPostsAt } from "../../store/posts/PostsByCode.ts"
import { compareCodes } from "../../store/posts/CodeOrder.ts"
import type { Measure } from "../../store/rollups/Floors.ts"
import { scanChunks, type Window } from "../../store/scan/ChunkedScan.ts"

/** A post with the value it is ranked by. */
export type RankedRow = PostRow & AuthorColumns & { readonly value: number }

export interface Ranking {
  readonly window: Window
  readonly languages: ReadonlyArray<string>
  readonly measure: Measure
  readonly size: number
}

/** The measures as SQL on `p`, which is `posts` or `prominent_posts`; a post where it is null is not ranked. */
const values: Readonly<Record<Measure, string>> = {
  engagement: "(p.like_count + p.reply_count + p.repost_count + p.reshare_count)",
  likes: "p.like_count",
  replies: "p.reply_count",
  impressions: "p.impression_count",
  likes_of_reply: "CASE WHEN p.is_reply THEN p.like_count END"
}

interface Kept {
  /** Null where no prominent posts are kept. */
  readonly completeFrom: Date | null
  /** Below it, posts may be missing. */
  readonly floor: number | null
  /** Null where there is none. */
  readonly code: string | null
  readonly postedAt: Date | null
}

/** Greatest first; ties by time, newest first. */
export const rankPosts = Effect.fnUntraced(
  function* ({ window, languages, measure, size }: Ranking, sql: SqlClient.SqlClient) {
    const value = sql.literal(values[measure])
    const ranked = (posts: Statement.Fragment) =>
      sql`SELECT ${sql.literal(postColumns)}, ${value} AS value ${posts}
        ORDER BY ${value} DESC, p.posted_at DESC, p.code DESC LIMIT ${size}`
    const inLanguages = sql.in("p.language", languages)

    const topOfChunk = ({ from, until }: Window) =>
      withAuthors<RankedRow>(
        sql,
        ranked(sql`FROM posts p
          WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND ${inLanguages} AND ${value} IS NOT NULL`)
      ).unprepared

    // One statement, because floors may change between two.
    const kept = yield* sql<Kept>`
      SELECT f.complete_from, f.floor, t.code, t.posted_at FROM (
        SELECT greatest(max(complete_from), ${window.from}) AS complete_from, max(${sql(measure)}) AS floor
        FROM prominence_floors p WHERE ${inLanguages} HAVING count(*) = ${languages.length}
      ) AS f
      LEFT JOIN LATERAL (
        SELECT p.code, p.posted_at FROM prominent_posts p
        WHERE p.posted_at >= f.complete_from AND p.posted_at < ${window.until} AND ${inLanguages}
          AND ${value} >= f.floor
        ORDER BY ${value} DESC, p.posted_at DESC, p.code DESC LIMIT ${size}
      ) AS t ON true`.unprepared
    const keys = kept.flatMap(({ code, postedAt }) => (code === null || postedAt === null ? [] : [{ code, postedAt }]))
    const [first] = kept
    const isEnough = keys.length === size || first?.floor === 0
    const completeFrom = (isEnough ? first?.completeFrom : null) ?? window.until
    const prominent =
      isEnough && keys.length > 0 ? yield* withAuthors<RankedRow>(sql, ranked(fromPostsAt(sql, keys))).unprepared : []
    const scanned =
      window.from < completeFrom ? scanChunks({ from: window.from, until: completeFrom }, topOfChunk) : Stream.empty
    return yield* scanned.pipe(
      Stream.runFold(
        () => topRows(prominent, size),
        (top, rows) => topRows([...top, ...rows], size)
      )
    )
  },
  (effect) => Effect.orDie(effect)
)

export const topRows = (rows: ReadonlyArray<RankedRow>, size: number): ReadonlyArray<RankedRow> =>
  rows.toSorted(compareRows).slice(0, size)

const compareRows = (one: RankedRow, other: RankedRow) =>
  other.value - one.value || other.postedAt.getTime() - one.postedAt.getTime() || compareCodes(other.code, one.code)
