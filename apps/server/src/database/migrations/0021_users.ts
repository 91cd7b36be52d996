import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `accounts/`. People who sign in, in the shape that better-auth expects, without the columns that would hold
 * tokens of an OpenID provider. `user_credentials` is its model `account`: a password, or an identity at a provider.
 *
 * An address is unique in lower case. A verified user always has an account, and an account at most one user.
 */
export const users = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE users (
      id text PRIMARY KEY,
      account_id text UNIQUE REFERENCES accounts (id),
      name text NOT NULL,
      email text NOT NULL UNIQUE CHECK (email = lower(email)),
      email_verified boolean NOT NULL,
      image text,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CHECK (account_id IS NOT NULL OR NOT email_verified)
    )`
  yield* sql`CREATE INDEX users_unverified ON users (created_at) WHERE NOT email_verified`
  yield* sql`
    CREATE TABLE user_credentials (
      id text PRIMARY KEY,
      user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      provider_id text NOT NULL,
      provider_user_id text NOT NULL,
      password text,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      UNIQUE (provider_id, provider_user_id),
      CHECK ((provider_id = 'credential') = (password IS NOT NULL))
    )`
  yield* sql`CREATE INDEX user_credentials_user ON user_credentials (user_id)`
  yield* sql`
    CREATE TABLE user_sessions (
      id text PRIMARY KEY,
      user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      token text NOT NULL UNIQUE,
      ip_address text,
      user_agent text,
      expires_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX user_sessions_user ON user_sessions (user_id)`
  yield* sql`CREATE INDEX user_sessions_expiry ON user_sessions (expires_at)`
  yield* sql`
    CREATE TABLE user_verifications (
      id text PRIMARY KEY,
      identifier text NOT NULL,
      value text NOT NULL,
      expires_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX user_verifications_identifier ON user_verifications (identifier, created_at DESC)`
  yield* sql`CREATE INDEX user_verifications_expiry ON user_verifications (expires_at)`
  yield* sql`
    CREATE TABLE sign_in_attempts (
      key text PRIMARY KEY,
      count int NOT NULL,
      window_ends_at timestamptz NOT NULL
    ) WITH (fillfactor = 50)`
  yield* sql`CREATE INDEX sign_in_attempts_end ON sign_in_attempts (window_ends_at)`
  // The body of such a mail is erased as soon as it is sent or given up.
  yield* sql`ALTER TABLE mails ADD COLUMN secret boolean NOT NULL DEFAULT false`
})
