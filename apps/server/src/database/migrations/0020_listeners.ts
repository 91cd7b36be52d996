import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `webhooks/`. Who streams an endpoint's events, and which events never need to be streamed again. Nothing is
 * written here when an event is made or sent: a stream follows `webhook_events.sequence`.
 *
 * `acknowledged` has every sequence that is done with. Adjacent ones are one range, so it is a single range from the
 * beginning while events are acknowledged in order. `stream_id` is the lease of the one stream that may run.
 */
export const listeners = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
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
    ) WITH (fillfactor = 50)`
})
