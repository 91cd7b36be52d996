/** Filters of the usage screen and of the usage history as conditions, on single entries and on the sums of days alike. */
import type { UsageBy } from "@heddle/api/portal"
import type { SqlClient, Statement } from "effect/sql"
import { byMonth, firstIdAt } from "../../database/partitions/PartitionNames.ts"
import { dayMillis, plusMillis } from "../../runtime/Time.ts"

export interface NamesFilter {
  readonly source?: string | undefined
  readonly apiType?: string | undefined
  readonly via?: "mcp" | "rest" | "webhook" | undefined
}

/** How calls of an API type came. */
const via = (sql: SqlClient.SqlClient) => sql`
  CASE WHEN api_type = 'webhook' THEN 'webhook' WHEN starts_with(api_type, 'mcp:') THEN 'mcp' ELSE 'rest' END`

/** What a chart calls a row's series. */
export const nameBy = (sql: SqlClient.SqlClient, by: UsageBy): Statement.Fragment => {
  switch (by) {
    case "source":
      return sql`source`
    case "apiType":
      return sql`api_type`
    case "via":
      return via(sql)
  }
}

export const namesConditions = (sql: SqlClient.SqlClient, filter: NamesFilter): ReadonlyArray<Statement.Fragment> => [
  ...(filter.source === undefined ? [] : [sql`source = ${filter.source}`]),
  ...(filter.apiType === undefined ? [] : [sql`api_type = ${filter.apiType}`]),
  ...(filter.via === undefined ? [] : [sql`${via(sql)} = ${filter.via}`])
]

/** Where single entries end and sums by day begin, and the ids of these sums. */
export const entryPrefix = "use_"

/** Ids of sums sort after those of all entries. */
export const sumPrefix = `${entryPrefix}day_`
export const sumsEnd = `${entryPrefix}day~`

/** Entries with ids below this one are rolled up. */
export const firstKeptId = (time: Date, months: number): string =>
  firstIdAt(entryPrefix, byMonth.startOf(byMonth.of(time) - months))

/** How long reading one history may take: whatever may be rolled up in that time is read as sums from the start. */
export const readingMillis = dayMillis

/** Entries with ids below this one are read as sums when reading starts at this time. */
export const summedBefore = (at: Date, months: number): string => firstKeptId(plusMillis(at, readingMillis), months)
