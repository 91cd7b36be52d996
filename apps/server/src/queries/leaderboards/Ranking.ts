/** The first posts of a window in an order by a number: each slice gives its own first ones, of which the first stay. */
import { Effect, Stream } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { type AuthorColumns, postColumns, type PostRow, withAuthors } from "../../store/posts/PostRow.ts"
import { scanChunks, type Window } from "../../store/scan/ChunkedScan.ts"

/** A post and the number that gives it its place. */
export type RankedRow = PostRow & AuthorColumns & { readonly value: number }

export interface Ranking {
  readonly window: Window
  /** What else holds for the posts `p`. */
  readonly filter: Statement.Fragment
  /** The number as SQL; posts without it have no place. */
  readonly value: string
  readonly size: number
}

/** Greatest first; ties by time, newest first. */
export const rank = ({ window, filter, value, size }: Ranking, sql: SqlClient.SqlClient) => {
  const number = sql.literal(value)
  const first = (slice: Window) =>
    withAuthors<RankedRow>(
      sql,
      sql`
        SELECT ${sql.literal(postColumns)}, ${number} AS value FROM posts p
        WHERE p.posted_at >= ${slice.from} AND p.posted_at < ${slice.until} AND ${filter} AND ${number} IS NOT NULL
        ORDER BY ${number} DESC, p.posted_at DESC, p.code DESC LIMIT ${size}`
    ).unprepared
  return scanChunks(window, first).pipe(
    Stream.runFold(
      (): ReadonlyArray<RankedRow> => [],
      (best, rows) => firstOf([...best, ...rows], size)
    ),
    Effect.orDie
  )
}

export const firstOf = (rows: ReadonlyArray<RankedRow>, size: number): ReadonlyArray<RankedRow> =>
  rows.toSorted(better).slice(0, size)

const better = (one: RankedRow, other: RankedRow) =>
  other.value - one.value || other.postedAt.getTime() - one.postedAt.getTime() || compareCodes(other.code, one.code)

/** As the database orders codes: by their bytes. */
export const compareCodes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))
