/**
 * The top posts of a window by a count. Where prominent posts are kept, they are ranked instead of all posts, if enough of
 * them reach the floor above which none is missing. Elsewhere the scan takes the top of each chunk and merges them.
 */
import { Effect, Stream } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { type AuthorColumns, postColumns, type PostRow, withAuthors } from "../../store/posts/PostRow.ts"
import { compareCodes, fromPostsAt } from "../../store/posts/PostsByCode.ts"
import type { CallScan, Window } from "../../store/scan/ChunkedScan.ts"
import { measureValues, type Ranking, topProminent } from "../rollups/TopProminent.ts"

/** A post with the value it is ranked by. */
export type RankedRow = PostRow & AuthorColumns & { readonly value: number }

/** The condition on a post `p` without which it is in no ranking by this measure. */
export const isRanked = (sql: SqlClient.SqlClient, measure: Ranking["measure"]) =>
  sql`${sql.literal(measureValues[measure])} IS NOT NULL`

/** Greatest first; ties by time, newest first. */
export const rankPosts = Effect.fnUntraced(
  function* ({ window, languages, measure, size }: Ranking, sql: SqlClient.SqlClient, scan: CallScan) {
    const value = sql.literal(measureValues[measure])
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

    const orderBy = `${measureValues[measure]} DESC, p.posted_at DESC, p.code DESC`
    const kept = yield* topProminent(sql, { window, languages, measure, where: sql`true`, orderBy, size })
    const { keys } = kept
    const isEnough = keys.length === size || kept.floor === 0
    const completeFrom = (isEnough ? kept.completeFrom : null) ?? window.until
    const prominent =
      isEnough && keys.length > 0 ? yield* withAuthors<RankedRow>(sql, ranked(fromPostsAt(sql, keys))).unprepared : []
    const scanned =
      window.from < completeFrom ? scan.chunks({ from: window.from, until: completeFrom }, topOfChunk) : Stream.empty
    return yield* scanned.pipe(
      Stream.runFold(
        () => topRows(prominent, size),
        (top, rows) => topRows([...top, ...rows], size)
      )
    )
  },
  (effect) => Effect.orDie(effect)
)

/** Where a post stands on a board. */
type Place = Pick<RankedRow, "code" | "postedAt" | "value">

export const topRows = <Row extends Place>(rows: ReadonlyArray<Row>, size: number): ReadonlyArray<Row> =>
  rows.toSorted(compareRows).slice(0, size)

const compareRows = (one: Place, other: Place) =>
  other.value - one.value || other.postedAt.getTime() - one.postedAt.getTime() || compareCodes(other.code, one.code)
