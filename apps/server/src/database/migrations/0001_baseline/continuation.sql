-- Answers that are read in parts.

-- The rows of an answer that did not fit into its first part. `content` never changes; `read_to` says how many of its
-- rows are paid. `number` is their order in an account, whatever the clocks of the processes say.
CREATE TABLE kept_rows (
  account_id text NOT NULL REFERENCES accounts (id),
  id text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  api_type text NOT NULL,
  content text NOT NULL,
  bytes integer NOT NULL CHECK (bytes > 0),
  row_count integer NOT NULL CHECK (row_count > 0),
  read_to integer NOT NULL DEFAULT 0 CHECK (read_to BETWEEN 0 AND row_count),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
) WITH (fillfactor = 50);
CREATE INDEX kept_rows_expiry ON kept_rows (expires_at);
