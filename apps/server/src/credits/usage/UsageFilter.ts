/** Filters of the portal's usage screen as conditions, the same on single entries and on the sums of days. */
import type { SqlClient, Statement } from "effect/sql"

export interface NamesFilter {
  readonly source?: string | undefined
  readonly apiType?: string | undefined
  readonly via?: "mcp" | "rest" | "webhook" | undefined
}

const mcpPrefix = "mcp:"
const webhookType = "webhook"

/** How calls of this API type came. */
export const viaOf = (apiType: string): "mcp" | "rest" | "webhook" => {
  if (apiType === webhookType) return "webhook"
  return apiType.startsWith(mcpPrefix) ? "mcp" : "rest"
}

const viaCondition = (sql: SqlClient.SqlClient, via: NonNullable<NamesFilter["via"]>) => {
  switch (via) {
    case "mcp":
      return sql`starts_with(api_type, ${mcpPrefix})`
    case "webhook":
      return sql`api_type = ${webhookType}`
    case "rest":
      return sql`NOT starts_with(api_type, ${mcpPrefix}) AND api_type <> ${webhookType}`
  }
}

export const namesConditions = (
  sql: SqlClient.SqlClient,
  { source, apiType, via }: NamesFilter
): ReadonlyArray<Statement.Fragment> => [
  ...(source === undefined ? [] : [sql`source = ${source}`]),
  ...(apiType === undefined ? [] : [sql`api_type = ${apiType}`]),
  ...(via === undefined ? [] : [viaCondition(sql, via)])
]
