/**
 * The sources and API types that occur in an account's usage history.
 *
 * Each pair is one look-up in the index `usage_entries_names` (a loose index scan), however many entries it has. A list
 * with a filter then takes its entries pair by pair from the same index, so that a rare name costs no more than a common
 * one, and a name that was used long ago no more than today's.
 */
import type { AccountId } from "@heddle/api"
import type { SqlClient, Statement } from "effect/sql"
import { type NamesFilter, namesConditions } from "./UsageFilter.ts"

const distinctNames = (sql: SqlClient.SqlClient, accountId: AccountId, { source }: NamesFilter) => {
  const chosen = sql.and([sql`account_id = ${accountId}`, ...namesConditions(sql, { source })])
  return sql`(
    WITH RECURSIVE names AS (
      (SELECT source, api_type FROM usage_entries WHERE ${chosen} ORDER BY source, api_type LIMIT 1)
      UNION ALL
      SELECT following.* FROM names, LATERAL (
        SELECT source, api_type FROM usage_entries
        WHERE ${chosen} AND (source, api_type) > (names.source, names.api_type)
        ORDER BY source, api_type LIMIT 1
      ) following
    ) SELECT source, api_type FROM names
  )`
}

/** Rows of `source` and `api_type`: at least those of the account's entries that pass the filter. */
export const namesOf = (sql: SqlClient.SqlClient, accountId: AccountId, filter: NamesFilter): Statement.Fragment => {
  const { source, apiType } = filter
  const names =
    source === undefined || apiType === undefined
      ? distinctNames(sql, accountId, filter)
      : sql`(SELECT ${source}::text AS source, ${apiType}::text AS api_type)`
  return sql`(SELECT * FROM ${names} names WHERE ${sql.and([sql`true`, ...namesConditions(sql, filter)])})`
}
