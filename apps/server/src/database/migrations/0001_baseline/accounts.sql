-- Customers and their API keys.

-- A closed account keeps its row for the books; its address is no longer anybody's.
CREATE TABLE accounts (
  id text PRIMARY KEY,
  email text NOT NULL,
  created_at timestamptz NOT NULL,
  closed_at timestamptz
);
CREATE UNIQUE INDEX accounts_email ON accounts (lower(email));

-- Only a key's SHA-256, prefix and last four characters are stored. A key and its rotations share one budget, so that
-- rotating does not begin the month anew.
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
  expires_at timestamptz,
  credit_limit bigint CHECK (credit_limit > 0),
  budget_id text NOT NULL,
  PRIMARY KEY (account_id, id)
);

-- Who changed what, without secrets. `actor_kind` tells a key that is named like a person from the person.
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
);
CREATE INDEX audit_entries_at ON audit_entries (at);
