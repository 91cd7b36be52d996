-- What all processes of one installation share.

-- Facts about the installation, such as a check value of its encryption key.
CREATE TABLE service_facts (
  name text PRIMARY KEY,
  value text NOT NULL
);

-- Which server processes are alive. Holds of calls and claims of idempotency keys name the process that made them, so
-- that they end with it.
CREATE TABLE processes (
  id text COLLATE "C" PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  alive_until timestamptz NOT NULL
) WITH (fillfactor = 50);
