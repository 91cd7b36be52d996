/** The top posts of a window by a value: the scan takes the top of each chunk and merges them. */
import { Effect, Stream } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { type AuthorColumns, postColumns, type PostRow, withAuthors } from "../../store/posts/PostRow.ts"
import { compareCodes } from "../../store/posts/CodeOrder.ts"
import { scanChunks, type Window } from "../../store/scan/ChunkedScan.ts"

/** A post with the value it is ranked by. */
export type RankedRow = PostRow & AuthorColumns & { readonly value: number }

export interface Ranking {
  readonly window: Window
  /** A condition on the posts, aliased as `p`. */
  readonly filter: Statement.Fragment
  /** The value as SQL, on `p`; posts where it is null are not ranked. */
  readonly value: string
  readonly size: number
}

/** Greatest first; ties by time, newest first. */
export const rankPosts = ({ window, filter, value, size }: Ranking, sql: SqlClient.SqlClient) => {
  const valueSql = sql.literal(value)
  const topOfChunk = (chunk: Window) =>
    withAuthors<RankedRow>(
      sql,
      sql`
        SELECT ${sql.literal(postColumns)}, ${valueSql} AS value FROM posts p
        WHERE p.posted_at >= ${chunk.from} AND p.posted_at < ${chunk.until} AND ${filter} AND ${valueSql} IS NOT NULL
        ORDER BY ${valueSql} DESC, p.posted_at DESC, p.code DESC LIMIT ${size}`
    ).unprepared
  return scanChunks(window, topOfChunk).pipe(
    Stream.runFold(
      (): ReadonlyArray<RankedRow> => [],
      (top, rows) => topRows([...top, ...rows], size)
    ),
    Effect.orDie
  )
}

export const topRows = (rows: ReadonlyArray<RankedRow>, size: number): ReadonlyArray<RankedRow> =>
  rows.toSorted(compareRows).slice(0, size)

const compareRows = (one: RankedRow, other: RankedRow) =>
  other.value - one.value || other.postedAt.getTime() - one.postedAt.getTime() || compareCodes(other.code, one.code)
