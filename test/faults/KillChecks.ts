/** What the kill runs do to the database between two lives of a server, and what has to be true at the end. */
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { inspect } from "node:util"
import { assert } from "vitest"
import { checkLedger } from "../../apps/server/src/credits/ledger/LedgerCheck.ts"
import * as PostgresClient from "../../apps/server/src/database/client/PostgresClient.ts"
import type { StrictReceiver } from "./StrictReceiver.ts"

export const eventPrice = 20
const maxRetries = 10
/** Of an endpoint that failed: its events need not wait for the circuit breaker. */
const concurrency = 16

/** Runs statements on this database, over a connection of their own. */
export const onDatabase = <A, E>(url: string, effect: Effect.Effect<A, E, SqlClient.SqlClient>): Promise<A> =>
  effect.pipe(
    // The seed is added to the message, which that of an `SqlError` does not allow.
    Effect.mapError((error) => new Error(inspect(error))),
    Effect.provide(PostgresClient.layer({ url: Redacted.make(url), maxConnections: 1 }).pipe(Layer.orDie)),
    Effect.runPromise
  )

interface Hurry {
  readonly url: string
  /** Events of this endpoint get one attempt more, so that they fail and are refunded. */
  readonly deadUrl: string
  /** No process is alive that could still be sending: leases may as well have ended. */
  readonly isDead: boolean
}

/** Moves time on for events that wait. */
export const hurry = ({ url, deadUrl, isDead }: Hurry) =>
  onDatabase(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`SELECT 1 FROM webhook_queues ORDER BY account_id, endpoint_id FOR UPDATE`
          yield* sql`
            UPDATE webhook_events e SET failures = ${maxRetries} FROM webhook_endpoints p
            WHERE p.account_id = e.account_id AND p.id = e.endpoint_id AND p.url = ${deadUrl} AND e.state = 'retrying'`
          yield* sql`
            UPDATE webhook_events SET due_at = now() WHERE due_at > now() AND (${isDead} OR state = 'retrying')`
          yield* sql`
            UPDATE webhook_queues q SET open_until = NULL, opened_at = NULL, failures = 0, failing_since = NULL,
              concurrency = greatest(concurrency, ${concurrency}), next_at = now()
            WHERE EXISTS (SELECT 1 FROM webhook_events e
              WHERE e.account_id = q.account_id AND e.endpoint_id = q.endpoint_id AND e.due_at IS NOT NULL)`
        })
      )
    )
  )

/** Whether all events are made and finished, and no job makes them due again. */
export const isIdle = (url: string, events: number) =>
  onDatabase(
    url,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ readonly made: number; readonly unfinished: number; readonly jobs: number }>`
        SELECT (SELECT count(*)::int FROM webhook_events) AS made,
          (SELECT count(*)::int FROM webhook_events WHERE due_at IS NOT NULL) AS unfinished,
          (SELECT count(*)::int FROM webhook_recoveries WHERE state = 'running') AS jobs`
      return row?.made === events && row.unfinished === 0 && row.jobs === 0
    })
  )

/** For the message of a run that does not end. */
export const describeUnfinished = (url: string) =>
  onDatabase(
    url,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const states = yield* sql`SELECT state, count(*)::int AS events FROM webhook_events GROUP BY 1`
      const waiting = yield* sql`
        SELECT id, endpoint_id, state, due_at, attempt, failures, attempt_started_at FROM webhook_events
        WHERE due_at IS NOT NULL ORDER BY endpoint_id, sequence LIMIT 10`
      const queues = yield* sql`
        SELECT endpoint_id, next_at, in_flight, concurrency, slow, failures, open_until, last_sequence,
          left(recent_sends::text, 200) AS recent_sends
        FROM webhook_queues`
      const rounds = yield* sql`SELECT account_id, recheck_at FROM webhook_rounds`
      const jobs = yield* sql`SELECT id, state, total, resent, next_at FROM webhook_recoveries`
      return inspect({ now: new Date(), states, waiting, queues, rounds, jobs }, { depth: 4, breakLength: 200 })
    })
  )

export const terminateBackends = (url: string, count: number) =>
  onDatabase(
    url,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return yield* sql`
        SELECT pg_terminate_backend(pid) FROM (
          SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY random() LIMIT ${count}
        ) AS chosen`
    })
  )

interface EventRow {
  readonly id: string
  readonly name: string
  readonly dead: boolean
  readonly state: string
  readonly refunded: boolean
  readonly delivered: number
  readonly charged: number
}

export interface Expected {
  readonly receiver: StrictReceiver
  readonly deadUrl: string
  readonly rules: ReadonlyArray<string>
  readonly posts: ReadonlyArray<string>
}

/** The states of events, their attempts and their usage entries. */
export const readEvents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<EventRow & { readonly url: string }>`
    SELECT e.id, e.rule_id || ' ' || e.post_code AS name, p.url, e.state, e.refunded_at IS NOT NULL AS refunded,
      (SELECT count(*) FROM webhook_attempts a
        WHERE a.account_id = e.account_id AND a.event_id = e.id AND a.outcome = 'delivered') AS delivered,
      (SELECT coalesce(sum(u.cost), 0)::int FROM usage_entries u
        WHERE u.account_id = e.account_id AND u.parameters ->> 'event' = e.id) AS charged
    FROM webhook_events e JOIN webhook_endpoints p ON p.account_id = e.account_id AND p.id = e.endpoint_id`
})

const checkEvent = (row: EventRow & { readonly url: string }, { receiver, deadUrl }: Expected) => {
  const seen = receiver.seen.get(row.name)
  if (row.url === deadUrl) {
    assert.deepStrictEqual([row.state, seen], ["failed", undefined], row.id)
    // Nobody knows whether an attempt whose process died opened a connection: such an event is not refunded.
    return assert.strictEqual(row.charged, row.refunded ? 0 : eventPrice, row.id)
  }
  assert.strictEqual(row.state, "delivered", row.id)
  assert.isAtLeast(row.delivered, 1, row.id)
  assert.strictEqual(row.charged, eventPrice, row.id)
  assert.deepStrictEqual([...(seen?.keys ?? [])], [row.id], "the key of every attempt")
  assert.strictEqual(seen?.bodies.size, 1, "the body of every attempt")
  assert.isAtLeast(seen?.accepted ?? 0, 1, row.id)
}

/** One event for each rule and post, charged once, delivered at least once under one key; and the ledger adds up. */
export const assertNothingLost = (url: string, expected: Expected) =>
  onDatabase(
    url,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const events = yield* readEvents
      const names = expected.rules.flatMap((rule) => expected.posts.map((post) => `${rule} ${post}`))
      assert.deepStrictEqual(events.map(({ name }) => name).toSorted(), names.toSorted())
      for (const row of events) checkEvent(row, expected)
      const [rest] = yield* sql<{ readonly holds: number; readonly flying: number }>`
        SELECT (SELECT count(*) FROM credit_holds) AS holds,
          (SELECT coalesce(sum(in_flight), 0)::int FROM webhook_queues) AS flying`
      assert.deepStrictEqual(rest, { holds: 0, flying: 0 })
      assert.deepStrictEqual(yield* checkLedger, [])
      return events.length
    })
  )
