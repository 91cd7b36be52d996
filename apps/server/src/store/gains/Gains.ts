/**
 * What a count gained in the periods before its last observation: the parts of statements that posts and authors share. A
 * board of so many hours or fewer reads the rows of one period, among them some that gained before the board begins. More
 * periods would leave out more of these, but each has an index, which most of the time to write a row goes into.
 */
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { batchSize, inBatches } from "../../runtime/Batches.ts"
import { dayMillis, hourMillis, now, plusMillis } from "../../runtime/Time.ts"

export const gainPeriods = [1, 24, 168] as const
type Hours = (typeof gainPeriods)[number]

const longest = 168

/** The shortest period that covers a board of so many hours. */
export const periodFor = (hours: number): Hours => gainPeriods.find((period) => period >= hours) ?? longest

/** For differences between the clocks of processes. */
const slackMinutes = 10

/** What was last observed before this is on no board. */
export const firstKept = Effect.map(now, (at) => plusMillis(at, -7 * dayMillis - hourMillis))

export const periodOf = (time: Date, period: Hours): Date =>
  new Date(Math.floor(time.getTime() / (period * hourMillis)) * period * hourMillis)

/** The start of the period in which a row was observed, as in the indexes. */
export const startOfPeriod = (sql: SqlClient.SqlClient, period: Hours, time: string) =>
  sql.literal(`date_bin('${period} hours', ${time}, '1970-01-01 00:00:00+00')`)

const columns = [
  "observed_at",
  "count",
  ...gainPeriods.map((period) => `gain_${period}`),
  "snapshot_times",
  "snapshot_counts"
]

interface Rows {
  readonly table: "like_gains" | "follower_gains"
  readonly key: ReadonlyArray<string>
  /** Columns that only this table has. */
  readonly more: ReadonlyArray<string>
  /** Rows of the key, `more`, `observed_at` and `count`. */
  readonly counted: Statement.Fragment
  /** Rows of `observed_at` and `count` for a row `c` of `counted`. */
  readonly snapshots: Statement.Fragment
}

export const makeGains = (sql: SqlClient.SqlClient) => {
  const named = (names: ReadonlyArray<string>) => sql.csv(names.map((name) => sql`${sql(name)}`))

  /** A snapshot counts from its observation to the next one, and the first one from the beginning of time. */
  const reaches = (period: Hours) =>
    sql.literal(`m.next_at IS NULL OR m.next_at > c.observed_at - interval '${period * 60 + slackMinutes} minutes'`)

  const gainOf = (period: Hours) =>
    sql`greatest(0, c.count - min(m.count) FILTER (WHERE ${reaches(period)})) AS ${sql(`gain_${period}`)}`

  const gained = ({ counted, snapshots }: Rows) => sql`
    SELECT c.*, s.* FROM (${counted}) AS c CROSS JOIN LATERAL (
      SELECT ${sql.csv(gainPeriods.map(gainOf))},
        array_agg(m.observed_at ORDER BY m.observed_at) FILTER (WHERE ${reaches(longest)}) AS snapshot_times,
        array_agg(m.count ORDER BY m.observed_at) FILTER (WHERE ${reaches(longest)}) AS snapshot_counts
      FROM (SELECT m.*, lead(m.observed_at) OVER (ORDER BY m.observed_at) AS next_at FROM (${snapshots}) AS m) AS m
    ) AS s`

  const columnsOf = ({ key, more }: Rows) => named([...key, ...more, ...columns])

  /** Writes the rows of what gained, and deletes those of what did not. */
  const write = (rows: Rows) => {
    const { table, key, more } = rows
    return sql`
      WITH gained AS MATERIALIZED (${gained(rows)}), gone AS (
        DELETE FROM ${sql(table)} g USING gained n
        WHERE ${sql.and(key.map((column) => sql`g.${sql(column)} = n.${sql(column)}`))} AND n.gain_168 = 0
      )
      INSERT INTO ${sql(table)} (${columnsOf(rows)}) SELECT ${columnsOf(rows)} FROM gained WHERE gain_168 > 0
      ON CONFLICT (${named(key)}) DO UPDATE
        SET ${sql.csv([...more, ...columns].map((column) => sql`${sql(column)} = excluded.${sql(column)}`))}`.unprepared
  }

  /** The keys of the rows `g` that are not what they should be, or are missing. */
  const wrong = <Key extends object>(rows: Rows, where: Statement.Fragment) =>
    sql<Key>`
    SELECT ${named(rows.key)} FROM (SELECT ${columnsOf(rows)} FROM (${gained(rows)}) AS n WHERE n.gain_168 > 0) AS n
    FULL JOIN (SELECT ${columnsOf(rows)} FROM ${sql(rows.table)} g WHERE ${where}) AS g USING (${named(rows.key)})
    WHERE n IS DISTINCT FROM g`.unprepared

  const forgetOld = (table: Rows["table"]) =>
    Effect.flatMap(firstKept, (first) =>
      inBatches(sql`
        DELETE FROM ${sql(table)} WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${sql(table)} g
          WHERE ${startOfPeriod(sql, longest, "g.observed_at")} < ${first}::timestamptz - interval '168 hours'
            AND g.gain_168 > 0
          LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
        )) RETURNING 1`)
    )

  return { write, wrong, forgetOld }
}
