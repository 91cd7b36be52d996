import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `credits/`. A grant caches what of it is spent and held, so that admission reads a handful of rows; the
 * checks keep every grant, and so every balance, from going below zero. Entries are append-only, also for the
 * application's own role.
 */
export const credits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE credit_grants (
      account_id text NOT NULL REFERENCES accounts (id),
      id text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('plan', 'top_up', 'operator')),
      amount bigint NOT NULL CHECK (amount > 0),
      spent bigint NOT NULL DEFAULT 0 CHECK (spent >= 0),
      held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
      effective_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL,
      CHECK (spent + held <= amount),
      PRIMARY KEY (account_id, id)
    )`
  yield* sql`
    CREATE TABLE credit_holds (
      account_id text NOT NULL REFERENCES accounts (id),
      id text NOT NULL,
      purpose text NOT NULL CHECK (purpose IN ('query', 'webhook')),
      amount bigint NOT NULL CHECK (amount > 0),
      slices jsonb NOT NULL,
      state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'settled', 'released')),
      created_at timestamptz NOT NULL,
      deadline timestamptz,
      CHECK ((purpose = 'query') = (deadline IS NOT NULL)),
      PRIMARY KEY (account_id, id)
    )`
  yield* sql`CREATE INDEX credit_holds_deadline ON credit_holds (account_id, deadline) WHERE state = 'open' AND deadline IS NOT NULL`
  yield* sql`
    CREATE TABLE usage_entries (
      account_id text NOT NULL REFERENCES accounts (id),
      id text NOT NULL,
      time timestamptz NOT NULL,
      cost bigint NOT NULL CHECK (cost >= 0),
      source text NOT NULL,
      api_type text NOT NULL,
      parameters jsonb NOT NULL,
      hold_id text,
      slices jsonb NOT NULL,
      PRIMARY KEY (account_id, id)
    )`
  yield* sql`CREATE UNIQUE INDEX usage_entries_hold ON usage_entries (account_id, hold_id) WHERE hold_id IS NOT NULL`
  yield* sql`CREATE INDEX usage_entries_newest ON usage_entries (account_id, time DESC, id DESC)`
  yield* sql`
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
    END $$`
  yield* sql`
    CREATE TRIGGER usage_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON usage_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`
})
