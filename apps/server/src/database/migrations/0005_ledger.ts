import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { keyBudget, ledgerApply, spendableGrants } from "./0005_ledger_apply.ts"

/**
 * Owner: `credits/`; the columns of `api_keys` belong to `accounts/`. All money moves in one function of the database,
 * `ledger_apply`: one round trip and one commit for everything that came together, of any number of accounts.
 */
export const ledger = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A key and its rotations share one budget, so that rotating does not begin the month anew.
  yield* sql`
    ALTER TABLE api_keys
      ADD COLUMN expires_at timestamptz,
      ADD COLUMN credit_limit bigint CHECK (credit_limit > 0),
      ADD COLUMN budget_id text`
  yield* sql`UPDATE api_keys SET budget_id = id`
  yield* sql`ALTER TABLE api_keys ALTER COLUMN budget_id SET NOT NULL`
  yield* sql`
    CREATE TABLE key_budgets (
      account_id text NOT NULL REFERENCES accounts (id),
      budget_id text NOT NULL,
      month date NOT NULL,
      spent bigint NOT NULL CHECK (spent >= 0),
      PRIMARY KEY (account_id, budget_id, month)
    ) WITH (fillfactor = 50)`

  // Room on the page keeps the many updates of one row out of the indexes.
  yield* sql`ALTER TABLE credit_grants SET (fillfactor = 50)`
  yield* sql`ALTER TABLE credit_grants ADD COLUMN revoked_at timestamptz`
  yield* sql`
    CREATE TRIGGER credit_grants_kept BEFORE DELETE OR TRUNCATE ON credit_grants
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`

  // Only open holds are kept: what a settled one became is an entry, a released one became nothing.
  yield* sql`DELETE FROM credit_holds WHERE state <> 'open'`
  yield* sql`DROP INDEX credit_holds_deadline`
  yield* sql`
    ALTER TABLE credit_holds
      DROP COLUMN state, DROP COLUMN purpose,
      DROP CONSTRAINT credit_holds_account_id_fkey,
      ADD COLUMN key_id text, ADD COLUMN grants text[], ADD COLUMN amounts bigint[]`
  yield* sql`ALTER TABLE usage_entries DISABLE TRIGGER usage_entries_append_only`
  yield* sql`
    ALTER TABLE usage_entries
      DROP CONSTRAINT usage_entries_account_id_fkey, DROP COLUMN hold_id,
      ADD COLUMN key_id text, ADD COLUMN request_id text, ADD COLUMN grants text[], ADD COLUMN amounts bigint[]`
  for (const table of ["credit_holds", "usage_entries"]) {
    yield* sql`
      UPDATE ${sql(table)} SET
        grants = ARRAY(SELECT slice ->> 'grant' FROM jsonb_array_elements(slices) AS slice),
        amounts = ARRAY(SELECT (slice ->> 'amount')::bigint FROM jsonb_array_elements(slices) AS slice)`
    yield* sql`
      ALTER TABLE ${sql(table)}
        DROP COLUMN slices, ALTER COLUMN grants SET NOT NULL, ALTER COLUMN amounts SET NOT NULL,
        ADD CHECK (cardinality(grants) = cardinality(amounts))`
  }
  // Also where triggers are switched off for a replica's sake.
  yield* sql`ALTER TABLE usage_entries ENABLE ALWAYS TRIGGER usage_entries_append_only`
  yield* sql`CREATE INDEX credit_holds_deadline ON credit_holds (account_id, deadline) WHERE deadline IS NOT NULL`
  for (const statement of [spendableGrants, keyBudget, ledgerApply]) {
    yield* sql.unsafe(statement)
  }
})
