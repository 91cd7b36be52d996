/**
 * Keeps usage entries one by one for whole months, and the sums of older ones by day. Creates the partitions of the
 * months ahead and drops those whose entries are all rolled up.
 */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { accountIdsAfter, lockAccount } from "../../accounts/customers/AccountRows.ts"
import { listed } from "../../database/client/Recordset.ts"
import { byMonth, defaultPartitionOf } from "../../database/partitions/PartitionNames.ts"
import { makePartitions } from "../../database/partitions/Partitions.ts"
import { maintenance } from "../../runtime/Background.ts"
import { newId } from "../../runtime/Ids.ts"
import { Settings } from "../../runtime/Settings.ts"
import { dayMillis, dayOf, now, startOf } from "../../runtime/Time.ts"
import { entryPrefix, firstKeptId, sumPrefix } from "./UsageFilter.ts"

/**
 * Replaces the entries of a partition by one for each day, key, source and API type, with the same sums: in all, for each
 * grant, and for each key and month. Deleting and inserting are one statement, so neither a crash nor a second process
 * can lose or double a credit.
 *
 * It names the partition, because the trigger of `usage_entries` refuses changes.
 */
const accountsPerPage = 200
/** An account with more entries is rolled up a day at a time, so that its lock is held for a short time. */
const maxEntries = 5_000

/** Named here too: a lock on the whole table, after the one on a partition, could deadlock with dropping a partition. */
const sumsPartition = "usage_entries_days"

/** Later than any entry. */
const endOfTime = new Date(8.64e15 - dayMillis)

const makeUsageRollUp = (sql: SqlClient.SqlClient) => {
  /** Accounts of the page with entries before this id. */
  const accountsWithEntries = (partition: string, ids: ReadonlyArray<AccountId>, before: string) =>
    sql<{ id: AccountId }>`
      SELECT a.id FROM unnest(ARRAY${listed(ids)}) AS a (id)
      WHERE EXISTS (SELECT 1 FROM ${sql(partition)} e WHERE e.account_id = a.id AND e.id < ${before})`

  /** The end of the time to roll up in one step; undefined when nothing is left. */
  const nextStep = Effect.fnUntraced(function* (partition: string, accountId: AccountId, before: string) {
    const [row] = yield* sql<{ count: number; oldest: Date | null }>`
      SELECT count(*) AS count, min(time) AS oldest FROM (
        SELECT time FROM ${sql(partition)} WHERE account_id = ${accountId} AND id < ${before}
        ORDER BY id LIMIT ${maxEntries + 1}
      ) first`
    if (row === undefined || row.oldest === null) return undefined
    return row.count > maxEntries ? startOf(dayOf(row.oldest) + 1) : endOfTime
  })

  const replaceEntries = (partition: string, accountId: AccountId, before: string, until: Date, id: string) => sql`
    WITH gone AS (
      DELETE FROM ${sql(partition)} WHERE account_id = ${accountId} AND id < ${before} AND time < ${until}
      RETURNING date_trunc('day', time, 'UTC') AS day, coalesce(key_id, '') AS key, source, api_type, cost,
        -- A refund is a line of its own, but no call.
        CASE WHEN cost < 0 THEN 0 ELSE coalesce((parameters ->> 'calls')::bigint, 1) END AS calls, grants, amounts
    ), days AS (
      SELECT day, key, source, api_type, sum(cost)::bigint AS cost, sum(calls)::bigint AS calls
      FROM gone GROUP BY 1, 2, 3, 4
    ), slices AS (
      SELECT day, key, source, api_type, array_agg(grant_id ORDER BY grant_id) AS grants,
        array_agg(amount ORDER BY grant_id) AS amounts
      FROM (
        SELECT g.day, g.key, g.source, g.api_type, s.grant_id, sum(s.amount)::bigint AS amount
        FROM gone g, unnest(g.grants, g.amounts) AS s (grant_id, amount) GROUP BY 1, 2, 3, 4, 5
        HAVING sum(s.amount) <> 0
      ) parts GROUP BY 1, 2, 3, 4
    )
    INSERT INTO ${sql(sumsPartition)} (account_id, id, time, cost, source, api_type, parameters, grants, amounts, key_id)
    SELECT ${accountId}, ${`${sumPrefix}${id.slice(entryPrefix.length)}_`} || row_number() OVER (ORDER BY day), day, cost, source,
      api_type, jsonb_build_object('calls', calls, 'per', 'day'), coalesce(grants, '{}'), coalesce(amounts, '{}'),
      nullif(key, '')
    FROM days LEFT JOIN slices USING (day, key, source, api_type)`

  const rollUpAccount = Effect.fnUntraced(function* (partition: string, accountId: AccountId, before: string) {
    while (true) {
      const until = yield* nextStep(partition, accountId, before)
      if (until === undefined) return
      yield* sql.withTransaction(
        Effect.andThen(
          lockAccount(sql, accountId),
          replaceEntries(partition, accountId, before, until, yield* newId("use"))
        )
      )
    }
  })

  /** Rolls up the entries of a partition whose ids are below this one. */
  return Effect.fn("UsageRetention.rollUp")(function* (partition: string, before: string) {
    let after: AccountId | undefined
    while (true) {
      const ids = yield* accountIdsAfter(sql, after, accountsPerPage)
      after = ids.at(-1)
      if (after === undefined) return
      for (const { id } of yield* accountsWithEntries(partition, ids, before)) {
        yield* rollUpAccount(partition, id, before)
      }
    }
  })
}

const table = "usage_entries"

export class UsageRetention extends Context.Service<
  UsageRetention,
  {
    /** Returns the names of the partitions dropped. */
    readonly run: Effect.Effect<ReadonlyArray<string>>
  }
>()("@heddle/server/credits/usage/UsageRetention") {
  static readonly layer = Layer.effect(
    UsageRetention,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { usageMonths } = yield* Settings
      const months = makePartitions(sql, { table, prefix: entryPrefix, by: byMonth })
      const rollUp = makeUsageRollUp(sql)

      const run = Effect.gen(function* () {
        const time = yield* now
        yield* months.ensure(time)
        const firstKept = byMonth.of(time) - usageMonths
        const before = firstKeptId(time, usageMonths)
        const expired = (yield* months.all).filter(({ period }) => period < firstKept)
        const names = [defaultPartitionOf(table), ...expired.map(({ name }) => name)]
        for (const name of names) yield* months.unlessDropped(name, rollUp(name, before))
        const dropped = yield* Effect.filter(expired, months.dropIfEmpty)
        return dropped.map(({ name }) => name)
      }).pipe(Effect.orDie, Effect.withSpan("UsageRetention.run"))

      return UsageRetention.of({ run })
    })
  )
}

export const usageRetentionTask = maintenance(
  "usage retention",
  "1 hour",
  UsageRetention.use(({ run }) => run)
)
