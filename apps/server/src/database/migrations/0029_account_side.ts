import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owners: `accounts/`, and `webhooks/` of the column of `webhook_rules`.
 *
 * - `webhook_rules`: `revision` is another number after every edit. It is random, because a number could come again with
 *   other conditions after a restore or a failover.
 * - `audit_entries`: who changed what, without secrets. `actor_kind` tells a key that is named like a person from the person.
 * - `accounts`: a closed account keeps its row for the books; its address is no longer anybody's.
 * - `user_email_changes`: an address that still has to be proven, by a link of which only the hash is here.
 * - `user_passkeys`: public keys of WebAuthn.
 * - `user_one_time_codes`: the sealed secret; in force once `confirmed_at` is set. `last_step` is the period of the last
 *   code that was taken, so that none is taken twice. `user_backup_codes` has keyed digests of the unused ones.
 */
export const accountSide = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE webhook_rules ADD COLUMN revision bigint NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE accounts ADD COLUMN closed_at timestamptz`
  yield* sql`
    CREATE TABLE audit_entries (
      account_id text NOT NULL REFERENCES accounts (id),
      id text COLLATE "C" NOT NULL,
      at timestamptz NOT NULL,
      action text NOT NULL,
      actor_kind text NOT NULL,
      actor text NOT NULL,
      target text,
      details jsonb NOT NULL,
      PRIMARY KEY (account_id, id)
    )`
  yield* sql`CREATE INDEX audit_entries_at ON audit_entries (at)`
  yield* sql`
    CREATE TABLE user_email_changes (
      user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      email text NOT NULL CHECK (email = lower(email)),
      token_hash bytea NOT NULL UNIQUE,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    )`
  yield* sql`
    CREATE TABLE user_passkeys (
      id text COLLATE "C" PRIMARY KEY,
      user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      name text NOT NULL,
      credential_id text NOT NULL UNIQUE,
      public_key bytea NOT NULL,
      counter bigint NOT NULL,
      transports jsonb NOT NULL,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz
    )`
  yield* sql`CREATE INDEX user_passkeys_user ON user_passkeys (user_id)`
  yield* sql`
    CREATE TABLE user_one_time_codes (
      user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      sealed_secret bytea NOT NULL,
      created_at timestamptz NOT NULL,
      confirmed_at timestamptz,
      last_step bigint
    )`
  yield* sql`
    CREATE TABLE user_backup_codes (
      user_id text NOT NULL REFERENCES user_one_time_codes (user_id) ON DELETE CASCADE,
      digest text NOT NULL,
      PRIMARY KEY (user_id, digest)
    )`
})
