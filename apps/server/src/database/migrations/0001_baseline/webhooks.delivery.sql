-- Events on their way to endpoints, and the log of what was sent.

-- An event is unique by rule and post for ever, so that the same post is sent only once per rule. Events outlive their
-- endpoint and rule.
--
-- `due_at` is when an event may be claimed: its next attempt, or the end of the lease while it is being sent. `sequence`
-- is the order of creation within the endpoint. While an event is being sent, `attempt_id` and `attempt_started_at` name
-- its attempt, and `attempt_process` the process that makes it. `connected` says whether an attempt may have reached the
-- receiver. `charge_id` is the hold that paid for the event, if not the event's own.
CREATE TABLE webhook_events (
  account_id text NOT NULL REFERENCES accounts (id),
  id text NOT NULL,
  endpoint_id text NOT NULL,
  rule_id text NOT NULL,
  rule_type text NOT NULL,
  rule_keyword text,
  post_code text NOT NULL,
  state text NOT NULL CHECK (state IN ('scheduled', 'sending', 'retrying', 'delivered', 'failed', 'cancelled')),
  body text,
  attempt int NOT NULL DEFAULT 0,
  failures int NOT NULL DEFAULT 0,
  due_at timestamptz,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  sequence bigint NOT NULL,
  attempt_id text,
  attempt_started_at timestamptz,
  attempt_process text,
  connected boolean NOT NULL DEFAULT false,
  refunded_at timestamptz,
  charge_id text,
  CHECK ((state IN ('scheduled', 'sending', 'retrying')) = (due_at IS NOT NULL)),
  CHECK ((state = 'sending') = (attempt_id IS NOT NULL)),
  CHECK ((attempt_id IS NULL) = (attempt_started_at IS NULL)),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, rule_id, post_code)
);
CREATE UNIQUE INDEX webhook_events_sequence ON webhook_events (account_id, endpoint_id, sequence);
-- An unfinished event is in one of these two: every index is written again whenever an event moves.
CREATE INDEX webhook_events_due ON webhook_events (account_id, endpoint_id, due_at, sequence)
WHERE due_at IS NOT NULL AND state <> 'sending';
CREATE INDEX webhook_events_sending ON webhook_events (account_id, endpoint_id, due_at) WHERE state = 'sending';
CREATE INDEX webhook_events_failed ON webhook_events (account_id, endpoint_id, finished_at, id) WHERE state = 'failed';
-- What retention looks for.
CREATE INDEX webhook_events_bodies ON webhook_events ((state = 'failed'), finished_at)
WHERE body IS NOT NULL AND finished_at IS NOT NULL;

-- One row for each endpoint says when it may next have something to send, so that nobody reads the backlog to find out.
-- It also holds what all sending processes must agree on: requests in flight, recent requests of the rate window, the
-- circuit breaker (`opened_at`, `open_until`), the pause that the endpoint asked for (`held_until`), the credits of the day. Whoever changes the state of an event locks this
-- row first.
CREATE TABLE webhook_queues (
  account_id text NOT NULL,
  endpoint_id text NOT NULL,
  next_at timestamptz,
  in_flight int NOT NULL DEFAULT 0 CHECK (in_flight >= 0),
  concurrency int NOT NULL DEFAULT 1 CHECK (concurrency > 0),
  slow boolean NOT NULL DEFAULT false,
  recent_sends jsonb NOT NULL DEFAULT '[]',
  last_sequence bigint NOT NULL DEFAULT 0,
  failures int NOT NULL DEFAULT 0,
  failing_since timestamptz,
  last_error text,
  opened_at timestamptz,
  open_until timestamptz,
  held_until timestamptz,
  notified_at timestamptz,
  spent_on date,
  spent bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, endpoint_id),
  FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoints (account_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);
CREATE INDEX webhook_queues_next ON webhook_queues (slow, next_at) WHERE next_at IS NOT NULL;

-- Requests of each endpoint by UTC day. The newest day is kept: it tells that something was sent. The key refers to the
-- queue, whose row is locked already when a result is counted.
CREATE TABLE webhook_endpoint_days (
  account_id text NOT NULL,
  endpoint_id text NOT NULL,
  day date NOT NULL,
  delivered int NOT NULL,
  failed int NOT NULL,
  last_failure_id text COLLATE "C",
  last_failure_at timestamptz,
  PRIMARY KEY (account_id, endpoint_id, day),
  FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_queues (account_id, endpoint_id) ON DELETE CASCADE
) WITH (fillfactor = 50);

-- The log of finished attempts, which outlive their endpoint and rule. Each day of their ids, which begin with the time,
-- is a partition.
CREATE TABLE webhook_attempts (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  endpoint_id text NOT NULL,
  event_id text,
  attempt int NOT NULL,
  started_at timestamptz NOT NULL,
  duration_ms int,
  status_code int,
  error text,
  response text,
  rule_id text,
  post_code text,
  url text,
  outcome text NOT NULL CHECK (outcome IN ('delivered', 'failed')),
  fault_owner text CHECK (fault_owner IN ('customer', 'network', 'us')),
  request_headers jsonb,
  response_headers jsonb,
  CHECK ((outcome = 'delivered') = (fault_owner IS NULL)),
  PRIMARY KEY (account_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX webhook_attempts_endpoint_id ON webhook_attempts (account_id, endpoint_id, id);
CREATE INDEX webhook_attempts_rule_id ON webhook_attempts (account_id, rule_id, id);
-- The attempts of an event are found by its post.
CREATE INDEX webhook_attempts_post_code ON webhook_attempts (account_id, post_code, id);
-- Nearly all attempts are delivered, and what people look for is the rest. Failed attempts therefore have small indexes
-- of their own, instead of large ones that every attempt would pay for.
CREATE INDEX webhook_attempts_failed ON webhook_attempts (account_id, id) WHERE outcome = 'failed';
CREATE INDEX webhook_attempts_failed_endpoint ON webhook_attempts (account_id, endpoint_id, id)
WHERE outcome = 'failed';
CREATE INDEX webhook_attempts_failed_rule ON webhook_attempts (account_id, rule_id, id) WHERE outcome = 'failed';
CREATE INDEX webhook_attempts_failed_status ON webhook_attempts (account_id, status_code, id)
WHERE outcome = 'failed';
CREATE INDEX webhook_attempts_failed_endpoint_status ON webhook_attempts (account_id, endpoint_id, status_code, id)
WHERE outcome = 'failed';
CREATE TABLE webhook_attempts_default PARTITION OF webhook_attempts DEFAULT;

-- Jobs that send an endpoint's failed events again. `after_finished_at` and `after_id` are the last event that a job has
-- dealt with. `next_at` is when a process may work on it next: a lease, or a pause.
CREATE TABLE webhook_recoveries (
  account_id text NOT NULL,
  id text NOT NULL,
  endpoint_id text NOT NULL,
  since timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'completed', 'cancelled', 'out_of_credits')),
  total int NOT NULL,
  resent int NOT NULL DEFAULT 0,
  after_finished_at timestamptz,
  after_id text,
  next_at timestamptz,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  CHECK ((state = 'running') = (finished_at IS NULL)),
  CHECK ((state = 'running') = (next_at IS NOT NULL)),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoints (account_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX webhook_recoveries_running ON webhook_recoveries (account_id, endpoint_id)
WHERE state = 'running';
CREATE INDEX webhook_recoveries_next ON webhook_recoveries (next_at) WHERE next_at IS NOT NULL;

-- Who streams an endpoint's events, and which events never need to be streamed again. Nothing is written here when an
-- event is made or sent: a stream follows `webhook_events.sequence`.
--
-- `acknowledged` has every sequence that is done with. Adjacent ones are one range, so it is a single range from the
-- beginning while events are acknowledged in order. `stream_id` is the lease of the one stream that may run.
CREATE TABLE webhook_listeners (
  account_id text NOT NULL,
  endpoint_id text NOT NULL,
  acknowledged int8multirange NOT NULL CHECK (lower_inf(acknowledged)),
  stream_id text,
  consumer text,
  alive_until timestamptz,
  CHECK ((stream_id IS NULL) = (alive_until IS NULL)),
  PRIMARY KEY (account_id, endpoint_id),
  FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoints (account_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);
