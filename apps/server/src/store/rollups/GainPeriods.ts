/**
 * The periods by which gains are kept, in hours: a board of so many hours or fewer reads the rows of one. Neighbours differ
 * little, so that few of the rows that a board reads gained their likes before it begins.
 */
import type { SqlClient } from "effect/sql"

export const gainPeriods = [1, 6, 24, 168] as const
type Hours = (typeof gainPeriods)[number]

/** The shortest period that covers a board of so many hours. */
export const periodFor = (hours: number): Hours => gainPeriods.find((period) => period >= hours) ?? 168

/** For differences between the clocks of processes. */
const slackMinutes = 10

/** How long before its last observation a gain of the period may have begun. */
export const reachOf = (sql: SqlClient.SqlClient, period: Hours) =>
  sql.literal(`interval '${period * 60 + slackMinutes} minutes'`)

/** The start of the period in which something was observed, as in the indexes of gains. */
export const startOfPeriod = (sql: SqlClient.SqlClient, period: Hours, time: string) =>
  sql.literal(`date_bin('${period} hours', ${time}, '1970-01-01 00:00:00+00')`)
