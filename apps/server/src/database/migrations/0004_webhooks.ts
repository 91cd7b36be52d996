import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `webhooks/`. An event is unique by rule and post for ever, so that the same post is sent only once per rule.
 * `due_at` is when an event may be claimed: its next attempt, or the end of the lease while it is being sent.
 * Events and attempts outlive their endpoint and rule: they are the delivery log.
 */
export const webhooks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE webhook_endpoints (
      account_id text NOT NULL REFERENCES accounts (id),
      id text NOT NULL,
      url text NOT NULL,
      sealed_secret bytea NOT NULL,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (account_id, id),
      UNIQUE (account_id, url)
    )`
  yield* sql`
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
      created_at timestamptz NOT NULL,
      checked boolean NOT NULL DEFAULT false,
      CHECK ((type = 'keyword') = (keyword IS NOT NULL)),
      PRIMARY KEY (account_id, id),
      UNIQUE (account_id, endpoint_id, content),
      FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoints (account_id, id) ON DELETE CASCADE
    )`
  yield* sql`
    CREATE TABLE webhook_rounds (
      account_id text PRIMARY KEY REFERENCES accounts (id),
      cursor xid8,
      out_of_credits_at timestamptz
    )`
  yield* sql`
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
      CHECK ((state IN ('scheduled', 'sending', 'retrying')) = (due_at IS NOT NULL)),
      PRIMARY KEY (account_id, id),
      UNIQUE (account_id, rule_id, post_code)
    )`
  yield* sql`CREATE INDEX webhook_events_due ON webhook_events (due_at) WHERE due_at IS NOT NULL`
  yield* sql`CREATE INDEX webhook_events_endpoint ON webhook_events (account_id, endpoint_id, due_at) WHERE due_at IS NOT NULL`
  yield* sql`
    CREATE TABLE webhook_attempts (
      account_id text NOT NULL REFERENCES accounts (id),
      id text NOT NULL,
      endpoint_id text NOT NULL,
      event_id text,
      attempt int NOT NULL,
      started_at timestamptz NOT NULL,
      duration_ms int,
      status_code int,
      error text,
      response text,
      PRIMARY KEY (account_id, id)
    )`
  yield* sql`CREATE INDEX webhook_attempts_window ON webhook_attempts (account_id, endpoint_id, started_at) WHERE event_id IS NOT NULL`
  yield* sql`CREATE INDEX webhook_attempts_event ON webhook_attempts (account_id, event_id) WHERE event_id IS NOT NULL`
})
