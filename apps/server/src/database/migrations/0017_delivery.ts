import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `webhooks/`.
 *
 * - `webhook_queues`: one row for each endpoint says when it may next have something to send, so that nobody reads the
 *   backlog to find out. It also holds what all sending processes must agree on: requests in flight, recent requests of
 *   the rate window, the circuit breaker. Whoever changes the state of an event locks this row first.
 * - `webhook_secrets`: the live secrets of an endpoint. The one without `expires_at` is the newest.
 * - `webhook_events`: `sequence` is the order of creation within the endpoint. While an event is being sent, `attempt_id`
 *   and `attempt_started_at` name its attempt. `charge_id` is the hold that paid for the event, if not the event's own.
 * - `webhook_attempts`: the log of finished attempts, by day. What the release before logged becomes the partition of
 *   all days up to its newest row; nothing is copied.
 */
export const delivery = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE webhook_secrets (
      account_id text NOT NULL,
      endpoint_id text NOT NULL,
      id text NOT NULL,
      sealed_secret bytea NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz,
      PRIMARY KEY (account_id, endpoint_id, id),
      FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoints (account_id, id) ON DELETE CASCADE
    )`
  yield* sql`
    CREATE UNIQUE INDEX webhook_secrets_newest ON webhook_secrets (account_id, endpoint_id) WHERE expires_at IS NULL`
  yield* sql`
    INSERT INTO webhook_secrets (account_id, endpoint_id, id, sealed_secret, created_at)
    SELECT account_id, id, 'sec_' || split_part(id, '_', 2), sealed_secret, created_at FROM webhook_endpoints`
  yield* sql`
    ALTER TABLE webhook_endpoints
      DROP COLUMN sealed_secret,
      ADD COLUMN standard_webhooks boolean NOT NULL DEFAULT false,
      ADD COLUMN daily_credit_cap bigint CHECK (daily_credit_cap > 0)`
  yield* sql`ALTER TABLE webhook_rounds ADD COLUMN recheck_at timestamptz`

  yield* sql`
    ALTER TABLE webhook_events
      ADD COLUMN sequence bigint,
      ADD COLUMN attempt_id text,
      ADD COLUMN attempt_started_at timestamptz,
      ADD COLUMN connected boolean NOT NULL DEFAULT false,
      ADD COLUMN refunded_at timestamptz,
      ADD COLUMN charge_id text`
  // Nothing is known of the connections of former attempts: what may have been sent is not refunded.
  yield* sql`
    UPDATE webhook_events e SET sequence = n.sequence, connected = e.attempt > 0
    FROM (
      SELECT account_id, id, row_number() OVER (PARTITION BY account_id, endpoint_id ORDER BY created_at, id) AS sequence
      FROM webhook_events
    ) n WHERE e.account_id = n.account_id AND e.id = n.id`
  yield* sql`
    UPDATE webhook_events e SET attempt_id = a.id, attempt_started_at = a.started_at
    FROM webhook_attempts a
    WHERE e.state = 'sending' AND a.account_id = e.account_id AND a.event_id = e.id AND a.attempt = e.attempt`
  yield* sql`
    UPDATE webhook_events SET attempt_id = 'dlv_' || split_part(id, '_', 2), attempt_started_at = created_at
    WHERE state = 'sending' AND attempt_id IS NULL`
  yield* sql`
    ALTER TABLE webhook_events
      ALTER COLUMN sequence SET NOT NULL,
      ADD CHECK ((state = 'sending') = (attempt_id IS NOT NULL)),
      ADD CHECK ((attempt_id IS NULL) = (attempt_started_at IS NULL))`
  yield* sql`DROP INDEX webhook_events_due`
  yield* sql`DROP INDEX webhook_events_endpoint`
  yield* sql`
    CREATE INDEX webhook_events_due ON webhook_events (account_id, endpoint_id, due_at, sequence)
    WHERE due_at IS NOT NULL`
  yield* sql`
    CREATE INDEX webhook_events_sending ON webhook_events (account_id, endpoint_id, due_at) WHERE state = 'sending'`
  yield* sql`CREATE UNIQUE INDEX webhook_events_sequence ON webhook_events (account_id, endpoint_id, sequence)`

  yield* sql`
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
      notified_at timestamptz,
      spent_on date,
      spent bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (account_id, endpoint_id),
      FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoints (account_id, id) ON DELETE CASCADE
    ) WITH (fillfactor = 50)`
  yield* sql`CREATE INDEX webhook_queues_next ON webhook_queues (slow, next_at) WHERE next_at IS NOT NULL`
  yield* sql`
    INSERT INTO webhook_queues (account_id, endpoint_id, concurrency, next_at, in_flight, last_sequence)
    SELECT p.account_id, p.id, 4,
      (SELECT min(e.due_at) FROM webhook_events e
        WHERE e.account_id = p.account_id AND e.endpoint_id = p.id AND e.due_at IS NOT NULL),
      (SELECT count(*) FROM webhook_events e
        WHERE e.account_id = p.account_id AND e.endpoint_id = p.id AND e.state = 'sending'),
      (SELECT coalesce(max(e.sequence), 0) FROM webhook_events e
        WHERE e.account_id = p.account_id AND e.endpoint_id = p.id)
    FROM webhook_endpoints p`
  yield* attemptsByDay(sql)
})

const attemptsByDay = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  yield* sql`
    DELETE FROM webhook_attempts a USING webhook_events e
    WHERE e.state = 'sending' AND a.account_id = e.account_id AND a.id = e.attempt_id`
  yield* sql`
    ALTER TABLE webhook_attempts
      ADD COLUMN rule_id text,
      ADD COLUMN post_code text,
      ADD COLUMN url text,
      ADD COLUMN outcome text CHECK (outcome IN ('delivered', 'failed')),
      ADD COLUMN fault_owner text CHECK (fault_owner IN ('customer', 'network', 'us')),
      ADD COLUMN request_headers jsonb,
      ADD COLUMN response_headers jsonb`
  yield* sql`
    UPDATE webhook_attempts a SET rule_id = e.rule_id, post_code = e.post_code
    FROM webhook_events e WHERE e.account_id = a.account_id AND e.id = a.event_id`
  yield* sql`
    UPDATE webhook_attempts SET
      outcome = CASE WHEN status_code BETWEEN 200 AND 299 THEN 'delivered' ELSE 'failed' END,
      fault_owner = CASE
        WHEN duration_ms IS NULL THEN 'us' WHEN status_code BETWEEN 200 AND 299 THEN NULL
        WHEN status_code IS NULL THEN 'network' ELSE 'customer' END,
      error = CASE WHEN duration_ms IS NULL THEN 'Heddle stopped during this attempt' ELSE error END`
  yield* sql`
    ALTER TABLE webhook_attempts ALTER COLUMN outcome SET NOT NULL,
      ADD CHECK ((outcome = 'delivered') = (fault_owner IS NULL))`

  const [row] = yield* sql<{ newest: string | null }>`
    SELECT max(id) AS newest FROM webhook_attempts WHERE id ~ '^dlv_[0-7][0-9A-HJKMNP-TV-Z]{25}$'`
  const until = row === undefined || row.newest === null ? null : dayAfter(timeOf(row.newest))
  const former = until === null ? "webhook_attempts_former" : `webhook_attempts_before_${dayName(until)}`
  for (const index of ["pkey", "window", "event"]) {
    yield* sql`ALTER INDEX ${sql(`webhook_attempts_${index}`)} RENAME TO ${sql(`${former}_${index}`)}`
  }
  yield* sql`ALTER TABLE webhook_attempts_default RENAME TO ${sql(`${former}_default`)}`
  yield* sql`ALTER TABLE webhook_attempts RENAME TO ${sql(former)}`
  yield* sql`DROP INDEX ${sql(`${former}_window`)}`
  yield* sql`
    CREATE TABLE webhook_attempts (LIKE ${sql(former)} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
    PARTITION BY RANGE (id)`
  yield* sql`ALTER TABLE webhook_attempts ADD PRIMARY KEY (account_id, id)`
  for (const column of ["endpoint_id", "event_id", "rule_id", "post_code", "outcome", "status_code"]) {
    yield* sql`
      CREATE INDEX ${sql(`webhook_attempts_${column}`)} ON webhook_attempts (account_id, ${sql(column)}, id)`
  }
  yield* sql`CREATE TABLE webhook_attempts_default PARTITION OF webhook_attempts DEFAULT`
  const bound = until === null ? "" : `dlv_${encodedTime(until.getTime())}`
  // Ids of another form, which no release made.
  yield* sql`
    WITH moved AS (DELETE FROM ${sql(former)} WHERE id >= ${bound} RETURNING *)
    INSERT INTO webhook_attempts_default SELECT * FROM moved`
  if (until === null) return yield* sql`DROP TABLE ${sql(former)}`
  // DDL takes no parameters.
  const upper = sql.literal(`'${bound}'`)
  return yield* sql`
    ALTER TABLE webhook_attempts ATTACH PARTITION ${sql(former)} FOR VALUES FROM (MINVALUE) TO (${upper})`
})

/** The digits of a ULID. A migration uses no code that a later release could change. */
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const timeDigits = 10

const timeOf = (id: string): Date =>
  new Date(
    Array.from(id.slice("dlv_".length, "dlv_".length + timeDigits)).reduce(
      (time, digit) => time * 32 + digits.indexOf(digit),
      0
    )
  )

const encodedTime = (millis: number): string =>
  Array.from(
    { length: timeDigits },
    (_, index) => digits[Math.floor(millis / 32 ** (timeDigits - 1 - index)) % 32]
  ).join("")

const dayAfter = (time: Date): Date =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() + 1))

const dayName = (day: Date): string => day.toISOString().slice(0, 10).replaceAll("-", "")
