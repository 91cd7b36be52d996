/**
 * A usage history of 13 months and the current one, which grows to three times its first rate, and a year of sums by day
 * before it. One account owns 90 % of the entries: 12 keys, one of which was used in the first two months only, 6
 * applications, 20 endpoints and 20 API types. 500 small accounts own the rest. A key uses half of the API types.
 *
 * A rare key, API type and application have one entry in 100,000 each.
 */
import { AccountId } from "@heddle/api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { byMonth, firstIdAt, partitionOf } from "../../../apps/server/src/database/partitions/PartitionNames.ts"
import { UsageDays } from "../../../apps/server/src/credits/usage/UsageDays.ts"
import { defineMadeUpIds } from "../MadeUpIds.ts"

export const months = 13
export const smallAccounts = 500
export const accountOf = (index: number) => AccountId.make(`acct_${String(index).padStart(26, "0")}`)
export const largeAccount = accountOf(0)

export const names = {
  retiredKey: "retired key",
  rareKey: "rare key",
  rareType: "rare type",
  rareApplication: "account login (rare application)",
  application: (index: number) => `account login (application ${index})`,
  endpoint: (index: number) => `webhook ep_${index}`,
  key: (index: number) => `key ${index}`,
  type: (index: number) => `type_${index}`
}

const table = "usage_entries"
const prefix = "use_"

/** The share of the entries before a moment, both from 0 to 1: the rate grows to three times its first. */
const shareBefore = (moment: number): number => moment * (0.5 + 0.5 * moment)

interface Month {
  readonly month: number
  readonly first: number
  readonly count: number
  readonly end: Date
}

/** `OFFSET 0` keeps the planner from repeating what several columns use. */
const fillMonth = Effect.fnUntraced(function* ({ month, first, count, end }: Month, isFirst: boolean) {
  const sql = yield* SqlClient.SqlClient
  const name = partitionOf(table, byMonth, month)
  const start = byMonth.startOf(month).getTime()
  // Without indexes, which are built when the partition is attached.
  yield* sql`CREATE TABLE ${sql(name)} (LIKE ${sql(table)} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`
  yield* sql`
    INSERT INTO ${sql(name)} (account_id, id, time, cost, source, api_type, parameters, grants, amounts, key_id, request_id)
    SELECT a.account, bench_id(${prefix}, a.millis, i) || CASE WHEN a.way = 'refund' THEN '_refund' ELSE '' END,
      to_timestamp(a.millis / 1000.0), c.cost, c.source, c.api_type,
      CASE WHEN a.way = 'refund' THEN jsonb_build_object('refund_of', bench_id(${prefix}, a.millis, i))
        ELSE '{"keywords": ["coffee", "tea"], "language": "en", "limit": 100}' END,
      CASE WHEN c.cost = 0 THEN '{}' ELSE ARRAY['grant_' || a.account] END,
      CASE WHEN c.cost = 0 THEN '{}' ELSE ARRAY[c.cost] END,
      CASE WHEN c.source LIKE '%key%' THEN bench_id('key_', ${start}::bigint, a.owner_key) END,
      CASE WHEN a.way IN ('refund', 'webhook') THEN NULL WHEN a.chance < 0.02 THEN 'order-' || i
        ELSE bench_id('req_', a.millis - 40, i) END
    FROM generate_series(${first}::bigint, ${first + count - 1}::bigint) AS i,
    LATERAL (SELECT ${start}::bigint + (i - ${first}) * ${end.getTime() - start}::bigint / ${count} AS millis,
      bench_random(i, 1) < 0.9 AS is_large, bench_random(i, 2) AS way, power(bench_random(i, 3), 2) AS who,
      power(bench_random(i, 4), 2) AS what, bench_random(i, 5) AS chance, bench_random(i, 6) AS rare,
      1 + floor(${smallAccounts} * power(bench_random(i, 7), 3))::int AS small OFFSET 0
    ) r,
    LATERAL (SELECT 'acct_' || lpad(CASE WHEN r.is_large THEN 0 ELSE r.small END::text, 26, '0') AS account, r.millis,
      r.chance, r.rare, r.who, floor(CASE WHEN r.is_large THEN 12 ELSE 3 END * r.who)::int AS owner_key,
      floor(10 * r.what)::int AS type,
      CASE WHEN r.way < 0.001 THEN 'refund' WHEN r.way < 0.1 THEN 'webhook' WHEN r.way < 0.3 THEN 'application'
        WHEN r.way < 0.35 THEN 'mcp' ELSE 'rest' END AS way OFFSET 0
    ) a,
    LATERAL (SELECT
      CASE WHEN a.rare < 0.00001 THEN 'rare key' WHEN a.rare >= 0.00002 AND a.rare < 0.00003
          THEN 'account login (rare application)'
        WHEN a.way IN ('refund', 'webhook') THEN 'webhook ep_' || floor(20 * a.who)::int
        WHEN a.way = 'application' THEN 'account login (application ' || floor(6 * a.who)::int || ')'
        WHEN ${isFirst} AND a.chance < 0.1 THEN 'retired key'
        ELSE 'key ' || a.owner_key END AS source,
      CASE WHEN a.rare >= 0.00001 AND a.rare < 0.00002 THEN 'rare type'
        WHEN a.rare >= 0.00002 AND a.rare < 0.00003 THEN 'mcp:type_0'
        WHEN a.way IN ('refund', 'webhook') THEN 'webhook'
        ELSE CASE WHEN a.way IN ('mcp', 'application') THEN 'mcp:' ELSE '' END || 'type_'
          || (a.type + CASE WHEN a.owner_key % 2 = 0 THEN 0 ELSE 10 END) END AS api_type,
      CASE WHEN a.way = 'refund' THEN -8 WHEN a.chance < 0.2 THEN 0 ELSE 1 + a.type END::bigint AS cost OFFSET 0
    ) c`
  const [from, until] = [firstIdAt(prefix, byMonth.startOf(month)), firstIdAt(prefix, byMonth.startOf(month + 1))]
  yield* sql`
    ALTER TABLE ${sql(table)} ATTACH PARTITION ${sql(name)}
    FOR VALUES FROM (${sql.literal(`'${from}'`)}) TO (${sql.literal(`'${until}'`)})`
})

/** What retention has made of the year before. */
const addOldDays = Effect.fnUntraced(function* (end: Date) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO usage_entries (account_id, id, time, cost, source, api_type, parameters, grants, amounts)
    SELECT ${largeAccount}, 'use_day_' || lpad(row_number() OVER ()::text, 26, '0') || '_1',
      ${end}::timestamptz - make_interval(days => day), 40, 'key ' || key, 'type_' || type + 10 * (key % 2),
      '{"calls": 9, "per": "day"}', ARRAY['grant_' || ${largeAccount}], '{40}'
    FROM generate_series(1, 365) AS day, generate_series(0, 11) AS key, generate_series(0, 9) AS type`
})

const addAccounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO accounts (id, email, created_at)
    SELECT 'acct_' || lpad(n::text, 26, '0'), n || '@example.com', now() - interval '3 years'
    FROM generate_series(0, ${smallAccounts}::int) AS n`
  yield* sql`
    INSERT INTO credit_grants (account_id, id, kind, amount, effective_at, expires_at, created_at)
    SELECT id, 'grant_' || id, 'operator', 1000000000, created_at, now() + interval '1 year', created_at FROM accounts`
})

/** The last entry is from now. The days that are over are summed up by the service itself. */
export const fill = Effect.fnUntraced(function* (entries: number, now: Date) {
  const sql = yield* SqlClient.SqlClient
  const days = yield* UsageDays
  yield* defineMadeUpIds
  yield* addAccounts
  const [current, oldest] = [byMonth.of(now), byMonth.of(now) - months]
  const begin = byMonth.startOf(oldest).getTime()
  const rankAt = (time: Date) => Math.round(entries * shareBefore((time.getTime() - begin) / (now.getTime() - begin)))
  for (let month = oldest; month <= current; month += 1) {
    const end = month === current ? now : byMonth.startOf(month + 1)
    const first = rankAt(byMonth.startOf(month))
    yield* fillMonth({ month, first, count: rankAt(end) - first, end }, month < oldest + 2)
    yield* Effect.logDebug(`month ${month - oldest + 1}`)
  }
  yield* addOldDays(byMonth.startOf(oldest))
  yield* sql`VACUUM ANALYZE ${sql(table)}`
  yield* days.run
  yield* sql`VACUUM ANALYZE usage_days`
})
