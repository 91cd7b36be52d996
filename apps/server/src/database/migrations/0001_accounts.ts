import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Owner: `accounts/`; `service_facts` belongs to `KeyCheck.ts`. Only a key's SHA-256, prefix and last four characters are stored. */
export const accounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE service_facts (name text PRIMARY KEY, value text NOT NULL)`
  yield* sql`
    CREATE TABLE accounts (
      id text PRIMARY KEY,
      email text NOT NULL,
      plan text CHECK (plan IN ('lite', 'standard', 'plus', 'premium')),
      plan_ends_at timestamptz,
      created_at timestamptz NOT NULL,
      CHECK ((plan IS NULL) = (plan_ends_at IS NULL))
    )`
  yield* sql`CREATE UNIQUE INDEX accounts_email ON accounts (lower(email))`
  yield* sql`
    CREATE TABLE api_keys (
      account_id text NOT NULL REFERENCES accounts (id),
      id text NOT NULL,
      name text NOT NULL,
      hash bytea NOT NULL UNIQUE,
      prefix text NOT NULL,
      last_four text NOT NULL,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz,
      revoked_at timestamptz,
      PRIMARY KEY (account_id, id)
    )`
})
