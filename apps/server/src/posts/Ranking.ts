/** The first posts of a window in an order by a number: each slice gives its own first ones, of which the first stay. */
import { Effect, Stream } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { type AuthorColumns, postColumns, type PostRow, withAuthors } from "./PostRow.ts"
import { slices, type Window } from "./TimeSlices.ts"

type Row = PostRow & AuthorColumns

export interface Ranking {
  readonly window: Window
  /** What else holds for the posts `p`. */
  readonly filter: Statement.Fragment
  /** The number as SQL and as of a row; posts without it have no place. */
  readonly value: string
  readonly valueOf: (row: Row) => number | null
  readonly size: number
}

/** Greatest first; ties by time, newest first. */
export const rank = ({ window, filter, value, valueOf, size }: Ranking, sql: SqlClient.SqlClient) => {
  const number = sql.literal(value)
  const first = (slice: Window) =>
    withAuthors(
      sql,
      sql`
        SELECT ${sql.literal(postColumns)} FROM posts p
        WHERE p.posted_at >= ${slice.from} AND p.posted_at < ${slice.until} AND ${filter} AND ${number} IS NOT NULL
        ORDER BY ${number} DESC, p.posted_at DESC, p.code DESC LIMIT ${size}`
    ).unprepared
  const better = (one: Row, other: Row) =>
    (valueOf(other) ?? 0) - (valueOf(one) ?? 0) ||
    other.postedAt.getTime() - one.postedAt.getTime() ||
    compareCodes(other.code, one.code)
  return slices(window, first).pipe(
    Stream.runFold(
      (): ReadonlyArray<Row> => [],
      (best, rows) => [...best, ...rows].toSorted(better).slice(0, size)
    ),
    Effect.orDie
  )
}

/** As the database orders codes: by their bytes. */
export const compareCodes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))
