/** Filters of the usage screen and of the usage history as conditions, on single entries and on the sums of days alike. */
import type { UsageBy } from "@heddle/api/portal"
import type { SqlClient, Statement } from "effect/sql"

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
