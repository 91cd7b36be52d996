-- What all processes of one installation share.

-- The encryption keys that sealed values need, by an id that tells nothing about the key. A process without one of them
-- does not start. Columns whose name begins with `sealed` hold values that begin with the id of their key.
CREATE TABLE encryption_keys (
  id text PRIMARY KEY
);

-- Keys that are made once and stay the same when the encryption key changes.
CREATE TABLE stored_keys (
  name text PRIMARY KEY,
  sealed bytea NOT NULL,
  created_at timestamptz NOT NULL
);

-- Which server processes are alive. Holds of calls and claims of idempotency keys name the process that made them, so
-- that they end with it. `encryption_keys` are the ids of the encryption keys that it has; it seals with the first.
CREATE TABLE processes (
  id text COLLATE "C" PRIMARY KEY,
  encryption_keys text[] NOT NULL DEFAULT '{}',
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  alive_until timestamptz NOT NULL
) WITH (fillfactor = 50);
