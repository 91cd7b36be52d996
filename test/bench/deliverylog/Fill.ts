/**
 * A delivery log of 30 days: one account with 30 % of the attempts, 20 endpoints and 2,000 rules, and 2,000 small accounts.
 * Rules, endpoints and accounts are skewed; 97 % of the attempts are delivered, mostly with 200; one endpoint fails often.
 */
import { AccountId } from "@heddle/api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { byDay, firstIdAt, partitionOf } from "../../../apps/server/src/database/partitions/PartitionNames.ts"
import { dayMillis } from "../../../apps/server/src/runtime/Time.ts"
import { defineMadeUpIds } from "../MadeUpIds.ts"

export const days = 30
export const largeAccount = AccountId.make("acct_large")
export const smallAccounts = 2_000
export const smallAccount = (index: number) => AccountId.make(`acct_small_${index}`)
export const table = "webhook_attempts"
const prefix = "dlv_"

/** `OFFSET 0` keeps the planner from repeating what several columns use. */
const fillDay = Effect.fnUntraced(function* (day: number, first: number, count: number) {
  const sql = yield* SqlClient.SqlClient
  const name = partitionOf(table, byDay, day)
  const start = byDay.startOf(day).getTime()
  // Without indexes, which are built when the partition is attached.
  yield* sql`CREATE TABLE ${sql(name)} (LIKE ${sql(table)} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`
  yield* sql`
    INSERT INTO ${sql(name)} (account_id, id, endpoint_id, event_id, rule_id, post_code, attempt, started_at, url,
      duration_ms, outcome, status_code, error, fault_owner, request_headers, response_headers, response)
    SELECT a.account, a.id, 'ep_' || a.owner || '_' || a.endpoint, bench_id('evt_', a.millis, i),
      'rule_' || a.owner || '_' || a.rule, 'post_' || (i / 3), 1, to_timestamp(a.millis / 1000.0),
      'https://hooks.example.com/receive/' || a.endpoint, 20 + (i % 200)::int,
      CASE WHEN a.failing THEN 'failed' ELSE 'delivered' END, s.status,
      CASE WHEN a.failing AND s.status IS NULL THEN 'No complete answer within 10 s' END,
      CASE WHEN NOT a.failing THEN NULL WHEN s.status IS NULL THEN 'network' ELSE 'customer' END,
      jsonb_build_object('content-type', 'application/json', 'user-agent', 'Heddle-Webhooks/1.22.0',
        'x-service-signature', 't=1795233162,v1=' || md5(i::text) || md5(i::text), 'x-service-delivery-attempt', '1',
        'x-service-idempotency-key', 'evt_01M7YZ8BJJE87367QPX3AG3NE0'),
      CASE WHEN s.status IS NOT NULL THEN jsonb_build_object('content-type', 'text/plain; charset=utf-8', 'date',
        'Sun, 22 Nov 2026 12:00:00 GMT', 'server', 'nginx', 'content-length', '2') END,
      CASE WHEN s.status IS NOT NULL THEN 'ok' END
    FROM generate_series(${first}::bigint, ${first + count - 1}::bigint) AS i,
    LATERAL (SELECT
      ${start}::bigint + (i - ${first}) * ${dayMillis} / ${count} AS millis, bench_random(i, 1) < 0.3 AS is_large,
      floor(${smallAccounts} * power(bench_random(i, 2), 3))::int AS small, power(bench_random(i, 3), 3) AS skewed OFFSET 0
    ) r,
    LATERAL (SELECT CASE WHEN r.is_large THEN 'large' ELSE 'small_' || r.small END AS owner,
      floor(CASE WHEN r.is_large THEN 2000 ELSE 20 END * r.skewed)::int AS rule OFFSET 0) o,
    LATERAL (SELECT 'acct_' || o.owner AS account, o.owner, o.rule, r.millis, bench_id(${prefix}, r.millis, i) AS id,
      CASE WHEN r.is_large THEN o.rule % 20 ELSE o.rule % 2 END AS endpoint,
      bench_random(i, 4) < CASE WHEN r.is_large AND o.rule % 20 = 13 THEN 0.6 ELSE 0.016 END AS failing OFFSET 0) a,
    LATERAL (SELECT bench_random(i, 5) AS p OFFSET 0) q,
    LATERAL (SELECT CASE
      WHEN NOT a.failing AND q.p < 0.96 THEN 200 WHEN NOT a.failing AND q.p < 0.999 THEN 204 WHEN NOT a.failing THEN 202
      WHEN q.p < 0.55 THEN 500 WHEN q.p < 0.75 THEN NULL WHEN q.p < 0.9 THEN 503 WHEN q.p < 0.95 THEN 429
      WHEN q.p < 0.99 THEN 404 WHEN q.p < 0.9999 THEN 410 ELSE 418 END AS status OFFSET 0) s`
  const [from, until] = [firstIdAt(prefix, byDay.startOf(day)), firstIdAt(prefix, byDay.startOf(day + 1))]
  yield* sql`
    ALTER TABLE ${sql(table)} ATTACH PARTITION ${sql(name)}
    FOR VALUES FROM (${sql.literal(`'${from}'`)}) TO (${sql.literal(`'${until}'`)})`
})

/** The event of one attempt in ten, and so of nearly every rule; filters take their values from these. */
const addEvents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const attempts = sql`webhook_attempts TABLESAMPLE SYSTEM (10)`
  yield* sql`
    INSERT INTO accounts (id, email, created_at)
    SELECT DISTINCT account_id, account_id || '@example.com', now() FROM webhook_attempts`
  yield* sql`
    INSERT INTO webhook_events (account_id, id, endpoint_id, rule_id, rule_type, post_code, sequence, state, attempt,
      created_at, finished_at)
    SELECT account_id, event_id, endpoint_id, rule_id, 'trending', post_code, row_number() OVER (),
      outcome, 1, started_at, started_at + interval '1 second'
    FROM ${attempts} ON CONFLICT DO NOTHING`
})

/** The last of the days is today. */
export const fill = Effect.fnUntraced(function* (
  attempts: number,
  today: number,
  report: (day: number) => Effect.Effect<void>
) {
  const sql = yield* SqlClient.SqlClient
  yield* defineMadeUpIds
  const count = Math.ceil(attempts / days)
  for (let index = 0; index < days; index += 1) {
    yield* fillDay(today - days + 1 + index, index * count, count)
    yield* report(index + 1)
  }
  yield* addEvents
  yield* sql`VACUUM ANALYZE ${sql(table)}`
  yield* sql`VACUUM ANALYZE webhook_events`
})
