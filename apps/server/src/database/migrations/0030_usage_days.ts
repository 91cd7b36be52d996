import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `credits/`. What an account spent on each UTC day that is over, by source and API type, so that a chart of a
 * year reads thousands of rows instead of millions. Filled behind the entries, which are not touched: `usage_days_until`
 * says up to which day. Later days are summed from their entries.
 */
export const usageDays = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE usage_days (
      account_id text NOT NULL REFERENCES accounts (id),
      day date NOT NULL,
      source text NOT NULL,
      api_type text NOT NULL,
      credits bigint NOT NULL,
      calls bigint NOT NULL,
      PRIMARY KEY (account_id, day, source, api_type)
    )`
  yield* sql`
    CREATE TABLE usage_days_until (
      account_id text PRIMARY KEY REFERENCES accounts (id),
      until date NOT NULL
    )`
})
