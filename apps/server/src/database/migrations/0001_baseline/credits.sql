-- Credits: grants, holds, entries and plans. Credits move in functions of the database alone (`ledger_apply`,
-- `ledger_refund`): one round trip and one commit for everything that came together, of any number of accounts.
--
-- Tables with a low fill factor leave room on each page, which keeps the many updates of one row out of the indexes.

-- Caches what of a grant is spent and held, so that admission reads a handful of rows. The checks keep every grant, and
-- so every balance, from going below zero. What a grant is never changes; it is revoked at most once.
CREATE TABLE credit_grants (
  account_id text NOT NULL REFERENCES accounts (id),
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('plan', 'top_up', 'operator', 'trial')),
  amount bigint NOT NULL CHECK (amount > 0),
  spent bigint NOT NULL DEFAULT 0 CHECK (spent >= 0),
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  effective_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz,
  provider text,
  provider_ref text,
  CHECK (spent + held <= amount),
  CONSTRAINT credit_grants_payment CHECK ((provider IS NULL) = (provider_ref IS NULL)),
  CONSTRAINT credit_grants_once_a_payment UNIQUE (provider, provider_ref),
  PRIMARY KEY (account_id, id)
) WITH (fillfactor = 50);
-- Grants in force and grants that have just ended, however many ended long ago.
CREATE INDEX credit_grants_expiry ON credit_grants (expires_at);
CREATE TRIGGER credit_grants_kept BEFORE DELETE OR TRUNCATE ON credit_grants
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER credit_grants_facts BEFORE UPDATE OF
  account_id, id, kind, amount, effective_at, expires_at, created_at, provider, provider_ref ON credit_grants
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER credit_grants_revoked_once BEFORE UPDATE OF revoked_at ON credit_grants
FOR EACH ROW WHEN (OLD.revoked_at IS NOT NULL) EXECUTE FUNCTION refuse_change();

CREATE TABLE credit_revocations (
  account_id text NOT NULL,
  grant_id text NOT NULL,
  at timestamptz NOT NULL,
  reason text NOT NULL CHECK (reason IN ('refund', 'dispute')),
  taken bigint NOT NULL CHECK (taken >= 0),
  shortfall bigint NOT NULL CHECK (shortfall >= 0),
  PRIMARY KEY (account_id, grant_id),
  FOREIGN KEY (account_id, grant_id) REFERENCES credit_grants (account_id, id)
);
CREATE TRIGGER credit_revocations_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_revocations
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Open holds only: a settled one became an entry, a released one nothing. `grants` and `amounts` are what it takes from
-- each grant. `process` took the hold for a call and is null for webhook events.
CREATE TABLE credit_holds (
  account_id text NOT NULL,
  id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL,
  deadline timestamptz,
  key_id text,
  grants text[] NOT NULL,
  amounts bigint[] NOT NULL,
  process text,
  CHECK (cardinality(grants) = cardinality(amounts)),
  PRIMARY KEY (account_id, id)
);
CREATE INDEX credit_holds_deadline ON credit_holds (account_id, deadline) WHERE deadline IS NOT NULL;

-- Append-only. A refund is an entry with a negative cost. Its id is that of its charge with `_refund` after it, so that
-- the primary key allows one refund of a charge. The sum of a day can be negative too: when its refunds are of charges
-- of the day before.
--
-- Ids begin with the time, so each month of them is a partition, which retention drops instead of deleting row by row.
-- Bounds are compared byte by byte, whatever the collation of the database.
CREATE TABLE usage_entries (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  time timestamptz NOT NULL,
  cost bigint NOT NULL,
  source text NOT NULL,
  api_type text NOT NULL,
  parameters jsonb NOT NULL,
  key_id text,
  request_id text,
  grants text[] NOT NULL,
  amounts bigint[] NOT NULL,
  CHECK (cardinality(grants) = cardinality(amounts)),
  CONSTRAINT usage_entries_cost_check CHECK (cost >= 0 OR id LIKE '%\_refund' OR id LIKE 'use\_day\_%'),
  PRIMARY KEY (account_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX usage_entries_newest ON usage_entries (account_id, time DESC, id DESC);
-- The entries of a source and API type, newest first, and which of them occur at all, among millions of entries.
CREATE INDEX usage_entries_names ON usage_entries (account_id, source, api_type, time, id);
-- The request ids that clients chose. Ours say when the request was and need no index.
CREATE INDEX usage_entries_requests ON usage_entries (account_id, request_id)
WHERE request_id !~ '^req_[0-7][0-9A-HJKMNP-TV-Z]{25}$';
-- What no month takes, so that no write fails for want of a partition.
CREATE TABLE usage_entries_default PARTITION OF usage_entries DEFAULT;
-- Entries summed up by day, whose ids sort after every ULID. Never dropped.
CREATE TABLE usage_entries_days PARTITION OF usage_entries FOR VALUES FROM ('use_day_') TO ('use_day~');
-- A trigger for statements guards only the table that a statement names. Retention alone names partitions.
CREATE TRIGGER usage_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON usage_entries
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Also where triggers are switched off for a replica's sake.
ALTER TABLE usage_entries ENABLE ALWAYS TRIGGER usage_entries_append_only;

-- What an account spent on each UTC day that is over, by source and API type, so that a chart of a year reads thousands
-- of rows instead of millions. Filled behind the entries, which are not touched.
CREATE TABLE usage_days (
  account_id text NOT NULL REFERENCES accounts (id),
  day date NOT NULL,
  source text NOT NULL,
  api_type text NOT NULL,
  credits bigint NOT NULL,
  calls bigint NOT NULL,
  PRIMARY KEY (account_id, day, source, api_type)
);

-- `usage_days` is complete before `until`. Later days are summed from their entries.
CREATE TABLE usage_days_progress (
  account_id text PRIMARY KEY REFERENCES accounts (id),
  until date NOT NULL
);

CREATE TABLE key_budgets (
  account_id text NOT NULL REFERENCES accounts (id),
  budget_id text NOT NULL,
  month date NOT NULL,
  spent bigint NOT NULL CHECK (spent >= 0),
  PRIMARY KEY (account_id, budget_id, month)
) WITH (fillfactor = 50);

-- A period is a fact that can only be cut short, so that which plan is in force is a question about time that no job
-- has to answer.
CREATE TABLE plan_periods (
  account_id text NOT NULL REFERENCES accounts (id),
  id text NOT NULL,
  plan text NOT NULL CHECK (plan IN ('lite', 'standard', 'plus', 'premium')),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  anchor_at timestamptz NOT NULL,
  number int NOT NULL CHECK (number >= 1),
  grant_id text,
  created_at timestamptz NOT NULL,
  CHECK (starts_at <= ends_at),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, grant_id) REFERENCES credit_grants (account_id, id)
);
CREATE INDEX plan_periods_latest ON plan_periods (account_id, ends_at DESC);
CREATE TRIGGER plan_periods_one_at_a_time AFTER INSERT OR UPDATE ON plan_periods
FOR EACH ROW EXECUTE FUNCTION refuse_two_plans();

-- Whose trial began. `mailbox` is a keyed digest, which outlives the address of a closed account.
CREATE TABLE trials (
  mailbox text COLLATE "C" PRIMARY KEY,
  account_id text NOT NULL UNIQUE REFERENCES accounts (id),
  started_at timestamptz NOT NULL
);

-- A row exists only for accounts that have settings of their own or were notified of something.
CREATE TABLE credit_notices (
  account_id text PRIMARY KEY REFERENCES accounts (id),
  enabled boolean NOT NULL DEFAULT true,
  below_credits bigint CHECK (below_credits > 0),
  below_percent int CHECK (below_percent BETWEEN 1 AND 100),
  low_alerted_at timestamptz,
  out_alerted_at timestamptz,
  CHECK (below_credits IS NULL OR below_percent IS NULL)
);

-- Grants of whose expiry the account was notified.
CREATE TABLE notified_expiries (
  account_id text NOT NULL,
  grant_id text NOT NULL,
  expired_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, grant_id),
  FOREIGN KEY (account_id, grant_id) REFERENCES credit_grants (account_id, id)
);

-- The last check of the whole ledger, a single row.
CREATE TABLE ledger_checks (
  name text PRIMARY KEY CHECK (name = 'ledger'),
  started_at timestamptz,
  lease_ends_at timestamptz,
  finished_at timestamptz,
  duration_ms int,
  accounts bigint NOT NULL DEFAULT 0,
  grants bigint NOT NULL DEFAULT 0,
  entries bigint NOT NULL DEFAULT 0,
  holds bigint NOT NULL DEFAULT 0,
  faults bigint NOT NULL DEFAULT 0,
  faults_digest text NOT NULL DEFAULT ''
);
INSERT INTO ledger_checks (name) VALUES ('ledger');
