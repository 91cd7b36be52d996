/** Who gained the most since a time: the kept gains, read from the top until no more can be on the board. */
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { hourMillis, plusMillis } from "../../runtime/Time.ts"
import { periodFor, periodOf, startOfPeriod } from "../../store/gains/Gains.ts"
import { chunkSizeFrom, timedChunk } from "../../store/scan/ChunkedScan.ts"

/** The places of a board, best first. */
export interface Board<Place> {
  readonly places: ReadonlyArray<Place>
  /** The least gain that can still be on it. */
  readonly least: number
}

export const boardOf = <Place extends { readonly value: number }>(
  places: ReadonlyArray<Place>,
  size: number
): Board<Place> => ({ places, least: places[size - 1]?.value ?? 1 })

interface Read<Row, Place, E, R> {
  readonly hours: number
  readonly start: Date
  /** Rows of at least one gain, greatest first, after a row. */
  readonly page: (wanted: GainsPage<Row>) => Effect.Effect<ReadonlyArray<Row>, E, R>
  /** A board with these rows too. What ties with its least may be among them. */
  readonly add: (board: Board<Place>, rows: ReadonlyArray<Row>) => Effect.Effect<Board<Place>, E, R>
}

export interface GainsPage<Row> {
  /** Columns of the gains `g`: none since any later start is greater, and the one since `start`. */
  readonly columns: Statement.Fragment
  readonly most: Statement.Fragment
  readonly where: Statement.Fragment
  readonly after: Row | undefined
  readonly limit: number
}

/** Fewer would not be quicker: most of a page's time does not depend on its rows. */
const fewestRows = 250

/** The board with what is among the kept gains. */
export const readTopGains = Effect.fnUntraced(function* <
  Row extends { readonly value: number; readonly most: number },
  Place,
  E,
  R
>(sql: SqlClient.SqlClient, { hours, start, page, add }: Read<Row, Place, E, R>, from: Board<Place>) {
  const period = periodFor(hours)
  const most = sql.literal(`g.gain_${period}`)
  const columns = sql`${most} AS most,
    g.count - g.snapshot_counts[greatest(1, width_bucket(${start}::timestamptz, g.snapshot_times))] AS value`
  // What was observed since the start was observed in its period or in the next one.
  const periods = [start, plusMillis(start, period * hourMillis)].map((time) => periodOf(time, period))
  let board = from
  for (const observedIn of periods) {
    let after: Row | undefined
    let chunk = chunkSizeFrom(fewestRows)
    while (true) {
      const limit = chunk.size
      const where = sql`${startOfPeriod(sql, period, "g.observed_at")} = ${observedIn}
        AND ${most} > 0 AND ${most} >= ${board.least} AND g.observed_at > ${start}`
      const read = Effect.gen(function* () {
        const rows = yield* page({ columns, most, where, after, limit })
        const better = rows.filter(({ value }) => value >= board.least)
        return { rows, board: better.length === 0 ? board : yield* add(board, better) }
      })
      const { result, next } = yield* timedChunk(chunk, limit, fewestRows, read)
      board = result.board
      after = result.rows.at(-1)
      chunk = next
      if (result.rows.length < limit) break
    }
  }
  return board
})
