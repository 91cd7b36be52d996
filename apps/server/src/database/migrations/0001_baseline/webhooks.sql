-- Endpoints, their rules and the rounds that find what the rules match.

CREATE TABLE webhook_endpoints (
  account_id text NOT NULL REFERENCES accounts (id),
  id text NOT NULL,
  url text NOT NULL,
  name text,
  created_at timestamptz NOT NULL,
  standard_webhooks boolean NOT NULL DEFAULT false,
  daily_credit_cap bigint CHECK (daily_credit_cap > 0),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, url)
);

-- The live secrets of an endpoint. The one without `expires_at` is the newest.
CREATE TABLE webhook_secrets (
  account_id text NOT NULL,
  endpoint_id text NOT NULL,
  id text NOT NULL,
  sealed_secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  PRIMARY KEY (account_id, endpoint_id, id),
  FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoints (account_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX webhook_secrets_newest ON webhook_secrets (account_id, endpoint_id) WHERE expires_at IS NULL;

-- `content` has all conditions of a rule in one form, so that an endpoint has no rule twice. `checked` says whether a
-- round has compared the rule with the posts that are older than it. `revision` is another number after every edit. It
-- is random, because a number could come again with other conditions after a restore or a failover.
CREATE TABLE webhook_rules (
  account_id text NOT NULL,
  id text NOT NULL,
  endpoint_id text NOT NULL,
  type text NOT NULL CHECK (type IN ('keyword', 'trending')),
  keyword text,
  like_count bigint,
  reply_count bigint,
  view_count bigint,
  lookback_hours int NOT NULL CHECK (lookback_hours BETWEEN 1 AND 72),
  language text NOT NULL,
  content text NOT NULL,
  send_existing boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  checked boolean NOT NULL DEFAULT false,
  revision bigint NOT NULL DEFAULT 0,
  CHECK ((type = 'keyword') = (keyword IS NOT NULL)),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, endpoint_id, content),
  FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoints (account_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_rules_unchecked ON webhook_rules (account_id) WHERE NOT checked;

-- The posts that matched a rule without `send_existing` when it was created: it makes no event of them.
CREATE TABLE webhook_existing_posts (
  rule_id text NOT NULL,
  post_code text NOT NULL,
  account_id text NOT NULL,
  PRIMARY KEY (rule_id, post_code),
  FOREIGN KEY (account_id, rule_id) REFERENCES webhook_rules (account_id, id) ON DELETE CASCADE
);

-- What rounds know of an account. One in which not only changes need a check has `whole_window`. `rules_version` changes
-- with the account's rules. It is random, because a number could come again with other rules after a restore or a
-- failover.
CREATE TABLE webhook_rounds (
  account_id text PRIMARY KEY REFERENCES accounts (id),
  out_of_credits_at timestamptz,
  recheck_at timestamptz,
  shard smallint NOT NULL DEFAULT floor(random() * 64),
  whole_window boolean NOT NULL DEFAULT false,
  rules_version uuid NOT NULL DEFAULT gen_random_uuid()
);
CREATE INDEX webhook_rounds_shard ON webhook_rounds (shard);

-- Rounds are shared among processes by shards of accounts. A process owns a shard while it is alive (`processes`). The
-- cursors are opaque to everything but the change feed: `cursor` is where the next round reads from, `next_cursor` where
-- the one after it does. `due_at` and `started_at` are times of the database's clock.
CREATE TABLE webhook_round_shards (
  shard smallint PRIMARY KEY,
  process text COLLATE "C",
  cursor text,
  next_cursor text,
  due_at timestamptz NOT NULL DEFAULT '-infinity',
  started_at timestamptz,
  checked_at timestamptz
) WITH (fillfactor = 50);
INSERT INTO webhook_round_shards (shard) SELECT generate_series(0, 63);

-- The processes that take part in rounds.
CREATE TABLE webhook_round_processes (
  process text COLLATE "C" PRIMARY KEY
);
