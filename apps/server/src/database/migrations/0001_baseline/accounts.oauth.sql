-- Applications that act for an account. `source` is a keyed
-- digest of the address that a request came from.

CREATE TABLE oauth_clients (
  id text COLLATE "C" PRIMARY KEY,
  sealed bytea NOT NULL,
  source text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX oauth_clients_unused ON oauth_clients (source, created_at) WHERE used_at IS NULL;
CREATE INDEX oauth_clients_used ON oauth_clients (used_at) WHERE used_at IS NOT NULL;

-- What a person allowed; the codes and tokens that came of it end with it. `payload` is text, because PostgreSQL's JSON
-- types refuse some characters that a request may contain.
CREATE TABLE oauth_connections (
  id text COLLATE "C" PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  client_id text NOT NULL,
  application text NOT NULL,
  redirect_host text NOT NULL,
  payload text,
  connected_at timestamptz NOT NULL,
  last_used_at timestamptz,
  expires_at timestamptz NOT NULL
);
CREATE INDEX oauth_connections_account ON oauth_connections (account_id, id);
CREATE INDEX oauth_connections_user ON oauth_connections (user_id);
CREATE INDEX oauth_connections_client ON oauth_connections (client_id);
CREATE INDEX oauth_connections_expiry ON oauth_connections (expires_at);

-- Codes and tokens, none in clear: `id` is the SHA-256.
CREATE TABLE oauth_records (
  model text NOT NULL,
  id bytea NOT NULL,
  connection_id text COLLATE "C" REFERENCES oauth_connections (id) ON DELETE CASCADE,
  resource text,
  source text,
  payload text NOT NULL,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz,
  PRIMARY KEY (model, id)
);
CREATE INDEX oauth_records_connection ON oauth_records (connection_id, model, issued_at) WHERE connection_id IS NOT NULL;
CREATE INDEX oauth_records_interactions ON oauth_records (source, issued_at) WHERE model = 'Interaction';
CREATE INDEX oauth_records_expiry ON oauth_records (expires_at);
