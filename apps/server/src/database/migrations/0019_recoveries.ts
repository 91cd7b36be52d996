import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `webhooks/`.
 *
 * - `webhook_recoveries`: jobs that send an endpoint's failed events again. `after_finished_at` and `after_id` are the
 *   last event that a job has dealt with. `next_at` is when a process may work on it next: a lease, or a pause.
 * - `webhook_attempts`: nearly all attempts are delivered, and what people look for is the rest. Failed attempts therefore
 *   have small indexes of their own, instead of large ones that every attempt would pay for. The attempts of an event are
 *   found by its post.
 */
export const recoveries = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
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
    )`
  yield* sql`
    CREATE UNIQUE INDEX webhook_recoveries_running ON webhook_recoveries (account_id, endpoint_id)
    WHERE state = 'running'`
  yield* sql`CREATE INDEX webhook_recoveries_next ON webhook_recoveries (next_at) WHERE next_at IS NOT NULL`

  yield* sql`
    CREATE INDEX webhook_events_failed ON webhook_events (account_id, endpoint_id, finished_at, id)
    WHERE state = 'failed'`
  yield* sql`
    CREATE INDEX webhook_events_attempt ON webhook_events (account_id, attempt_id) WHERE attempt_id IS NOT NULL`

  for (const name of ["event_id", "outcome", "status_code"]) {
    yield* sql`DROP INDEX ${sql(`webhook_attempts_${name}`)}`
  }
  const failed = sql`WHERE outcome = 'failed'`
  yield* sql`CREATE INDEX webhook_attempts_failed ON webhook_attempts (account_id, id) ${failed}`
  yield* sql`
    CREATE INDEX webhook_attempts_failed_endpoint ON webhook_attempts (account_id, endpoint_id, id) ${failed}`
  yield* sql`CREATE INDEX webhook_attempts_failed_rule ON webhook_attempts (account_id, rule_id, id) ${failed}`
  yield* sql`CREATE INDEX webhook_attempts_failed_status ON webhook_attempts (account_id, status_code, id) ${failed}`
  yield* sql`
    CREATE INDEX webhook_attempts_failed_endpoint_status ON webhook_attempts (account_id, endpoint_id, status_code, id)
    ${failed}`
})
