import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `credits/`; the columns of `api_keys` belong to `accounts/`. Entries and holds know the key they came through
 * and entries the request, so that a key can have a monthly limit and support can find a call. Grants are facts too:
 * only what is cached of them may change.
 */
export const ledger = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A key and its rotations share one budget, so that rotating does not reset the month.
  yield* sql`
    ALTER TABLE api_keys
      ADD COLUMN expires_at timestamptz,
      ADD COLUMN credit_limit bigint CHECK (credit_limit > 0),
      ADD COLUMN budget_id text`
  yield* sql`UPDATE api_keys SET budget_id = id`
  yield* sql`ALTER TABLE api_keys ALTER COLUMN budget_id SET NOT NULL`
  yield* sql`ALTER TABLE credit_holds ADD COLUMN key_id text`
  yield* sql`ALTER TABLE usage_entries ADD COLUMN key_id text, ADD COLUMN request_id text`
})
