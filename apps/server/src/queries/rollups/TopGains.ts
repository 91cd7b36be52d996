/** The posts that gained the most likes since a time, of those posted before it: the kept gains, read from the top. */
import { Effect, Ref } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { chunkSizeFrom, timedChunk } from "../../store/scan/ChunkedScan.ts"
import { periodFor, startOfPeriod } from "../../store/rollups/GainPeriods.ts"
import { slotStart } from "../../store/posts/PostVersion.ts"

export interface Gain {
  readonly code: string
  readonly postedAt: Date
  readonly value: number
}

interface GainRow extends Gain {
  /** No gain since any later start is greater. */
  readonly most: number
}

interface Wanted {
  /** Of the board. */
  readonly hours: number
  readonly start: Date
  /** From when on posts are asked for. */
  readonly oldest: Date
  readonly languages: ReadonlyArray<string>
}

const firstRows = 250
const fewestRows = 100

/** From when on posts have their gains kept. */
export const gainsKeptFrom = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ gainsFrom: number }>`SELECT gains_from FROM rollup_progress`, ([progress]) =>
    slotStart(progress?.gainsFrom ?? 0)
  )

/**
 * Gives batches of gains to `add`, and ends when no more can be as great as the least that `add` returned last. What ties
 * with it comes, too.
 */
export const readTopGains = Effect.fnUntraced(function* <E, R>(
  sql: SqlClient.SqlClient,
  { hours, start, oldest, languages }: Wanted,
  least: number,
  add: (gains: ReadonlyArray<Gain>) => Effect.Effect<number, E, R>
) {
  const period = periodFor(hours)
  const most = sql.literal(`g.gain_${period}`)
  const ofPeriod = startOfPeriod(sql, period, "g.observed_at")
  const periods = yield* sql<{ period: Date }>`
    SELECT ${startOfPeriod(sql, period, "t.time")} AS period
    FROM (VALUES (${start}::timestamptz), (${start}::timestamptz + ${sql.literal(`interval '${period} hours'`)})) AS t (time)`
  const needed = yield* Ref.make(least)

  const page = (language: string, observedIn: Date, after: Statement.Fragment, minGain: number, rows: number) =>
    sql<GainRow>`
      SELECT g.code, g.posted_at, ${most} AS most,
        g.like_count - g.snapshot_likes[greatest(1, width_bucket(${start}::timestamptz, g.snapshot_times))] AS value
      FROM like_gains g
      WHERE ${ofPeriod} = ${observedIn} AND g.language = ${language} AND ${most} > 0 AND ${most} >= ${minGain} AND ${after}
        AND g.observed_at > ${start} AND g.posted_at < ${start} AND g.posted_at >= ${oldest}
      ORDER BY ${most} DESC, g.posted_at DESC, g.code DESC LIMIT ${rows}`.unprepared

  for (const language of languages) {
    for (const { period: observedIn } of periods) {
      let after = sql`true`
      let pageSize = chunkSizeFrom(firstRows)
      while (true) {
        const { size } = pageSize
        const { result: rows, next } = yield* timedChunk(
          pageSize,
          size,
          fewestRows,
          page(language, observedIn, after, yield* Ref.get(needed), size)
        )
        yield* Ref.set(needed, yield* add(rows.filter(({ value }) => value > 0)))
        const last = rows.at(-1)
        if (last === undefined || rows.length < size) break
        after = sql`(${most}, g.posted_at, g.code) < (${last.most}, ${last.postedAt}, ${last.code})`
        pageSize = next
      }
    }
  }
})
