-- People who sign in, in the shape that better-auth expects, without the columns that would hold tokens of an OpenID
-- provider.

-- An address is unique in lower case. A verified user always has an account, and an account at most one user.
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
);
CREATE INDEX users_unverified ON users (created_at) WHERE NOT email_verified;

-- A password, or an identity at a provider: better-auth's model `account`.
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
);
CREATE INDEX user_credentials_user ON user_credentials (user_id);

CREATE TABLE user_sessions (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  ip_address text,
  user_agent text,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX user_sessions_user ON user_sessions (user_id);
CREATE INDEX user_sessions_expiry ON user_sessions (expires_at);

CREATE TABLE user_verifications (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX user_verifications_identifier ON user_verifications (identifier, created_at DESC);
CREATE INDEX user_verifications_expiry ON user_verifications (expires_at);

-- An address that still has to be proven, by a link of which only the hash is here.
CREATE TABLE user_email_changes (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  email text NOT NULL CHECK (email = lower(email)),
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Public keys of WebAuthn.
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
);
CREATE INDEX user_passkeys_user ON user_passkeys (user_id);

-- The secret of an authenticator app, in force once `confirmed_at` is set. `last_step` is the period of the last code
-- that was taken, so that none is taken twice.
CREATE TABLE user_one_time_codes (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  sealed_secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  last_step bigint
);

-- Keyed digests of the unused ones.
CREATE TABLE user_backup_codes (
  user_id text NOT NULL REFERENCES user_one_time_codes (user_id) ON DELETE CASCADE,
  digest text NOT NULL,
  PRIMARY KEY (user_id, digest)
);

CREATE TABLE sign_in_attempts (
  key text PRIMARY KEY,
  count int NOT NULL,
  window_ends_at timestamptz NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX sign_in_attempts_end ON sign_in_attempts (window_ends_at);
