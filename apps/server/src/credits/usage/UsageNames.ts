/**
 * The sources and API types that occur in an account's usage history.
 *
 * Each is one look-up in the index `usage_entries_names` (a loose index scan), however many entries it has. A list with a
 * filter then takes its entries pair by pair from the same index, so that a rare name costs no more than a common one, and
 * a name that was used long ago no more than today's.
 */
import type { AccountId } from "@heddle/api"
import type { SqlClient, Statement } from "effect/sql"
import { type NamesFilter, namesConditions } from "./UsageFilter.ts"

export interface Names {
  readonly source: string
  readonly apiType: string
}

/** From the first row to the next and so on: `after` says what comes after `last`. */
const walk = (
  sql: SqlClient.SqlClient,
  columns: Statement.Fragment,
  chosen: Statement.Fragment,
  after: Statement.Fragment
) => sql`
  WITH RECURSIVE last AS (
    (SELECT ${columns} FROM usage_entries WHERE ${chosen} ORDER BY ${columns} LIMIT 1)
    UNION ALL
    SELECT following.* FROM last, LATERAL (
      SELECT ${columns} FROM usage_entries WHERE ${chosen} AND ${after} ORDER BY ${columns} LIMIT 1
    ) following
  ) SELECT * FROM last`

const candidates = (sql: SqlClient.SqlClient, accountId: AccountId, { source, apiType }: NamesFilter) => {
  const ofAccount = sql`account_id = ${accountId}`
  if (source !== undefined && apiType !== undefined)
    return sql`SELECT ${source}::text AS source, ${apiType}::text AS api_type`
  if (source !== undefined) {
    const ofSource = sql`${ofAccount} AND source = ${source}`
    const types = walk(sql, sql`api_type`, ofSource, sql`api_type > last.api_type`)
    return sql`SELECT ${source}::text AS source, api_type FROM (${types}) types`
  }
  if (apiType !== undefined) {
    const sources = walk(sql, sql`source`, ofAccount, sql`source > last.source`)
    return sql`SELECT source, ${apiType}::text AS api_type FROM (${sources}) sources`
  }
  return walk(sql, sql`source, api_type`, ofAccount, sql`(source, api_type) > (last.source, last.api_type)`)
}

/** All pairs that entries which pass the filter can have; some of the pairs may have none. */
export const namesOf = (sql: SqlClient.SqlClient, accountId: AccountId, filter: NamesFilter) =>
  sql<Names>`
    SELECT * FROM (${candidates(sql, accountId, filter)}) names
    WHERE ${sql.and([sql`true`, ...namesConditions(sql, { via: filter.via })])}`
