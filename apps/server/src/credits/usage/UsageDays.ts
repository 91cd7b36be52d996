/**
 * What was spent on each UTC day, by source and API type. Days that are over are read from `usage_days`, later ones from
 * their entries, so that every sum equals that of the entries. Owns `usage_days` and `usage_days_progress`.
 */
import type { AccountId } from "@heddle/api"
import type { UsageBy } from "@heddle/api/portal"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { accountIdsAfter } from "../../accounts/customers/AccountRows.ts"
import { atomically, withOwnPlans } from "../../database/client/Atomically.ts"
import { queryClient } from "../../database/client/QueryPool.ts"
import { maintenance } from "../../runtime/Background.ts"
import { dayOf, hourMillis, isoDay, now, plusMillis, startOf } from "../../runtime/Time.ts"
import { nameBy, type NamesFilter, namesConditions } from "./UsageFilter.ts"
import { UsageRecorder } from "./UsageRecorder.ts"

export interface UsageSum {
  /** The day as `YYYY-MM-DD`, or the hour as `YYYY-MM-DDTHH`. */
  readonly at: string
  /** Of the source, the API type or the way, whichever is summed up by. */
  readonly name: string
  /** Refunds are subtracted. */
  readonly credits: number
  readonly calls: number
}

/** Days since 1970; both ends are included. */
export interface DayRange {
  readonly first: number
  readonly last: number
}

/** An entry is written long before this time after the call. */
const settledMillis = hourMillis
/** Summed in one statement. */
const daysPerStep = 7
const accountsPerPage = 200

export class UsageDays extends Context.Service<
  UsageDays,
  {
    /** Includes every call that this process has answered. */
    sums(
      accountId: AccountId,
      range: DayRange,
      filter: NamesFilter,
      by: UsageBy
    ): Effect.Effect<ReadonlyArray<UsageSum>>
    /** The same by hour, for a few days: every entry is read. */
    hours(accountId: AccountId, since: Date, filter: NamesFilter, by: UsageBy): Effect.Effect<ReadonlyArray<UsageSum>>
    /** Credits used after this time, less those that were refunded since; the refunded charges may be older. */
    spentSince(accountId: AccountId, time: Date): Effect.Effect<number>
    /** Sums up the days that are over, of all accounts. */
    readonly run: Effect.Effect<void>
  }
>()("@heddle/server/credits/usage/UsageDays") {
  static readonly layer = Layer.effect(
    UsageDays,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const reader = yield* queryClient
      const recorder = yield* UsageRecorder

      const sum = sql`sum(cost)::bigint AS credits,
        sum(CASE WHEN parameters ->> 'refund_of' IS NULL THEN coalesce((parameters ->> 'calls')::bigint, 1) ELSE 0
          END)::bigint AS calls`
      const day = sql`(time AT TIME ZONE 'UTC')::date`

      /** By their time alone: the id of a refund is that of its charge, which may be weeks older. */
      const entriesOf = (accountId: AccountId, from: number, until: number): Statement.Fragment => sql`
        account_id = ${accountId} AND time >= ${startOf(from)} AND time < ${startOf(until)}`

      /** The first day that is not in `usage_days` yet; null when none is. */
      const until = (client: SqlClient.SqlClient, accountId: AccountId) =>
        Effect.map(
          client<{ until: string }>`SELECT until::text FROM usage_days_progress WHERE account_id = ${accountId}`,
          ([row]) => (row === undefined ? null : dayOf(new Date(row.until)))
        )

      /**
       * The first of the days from `first` to `end` whose entries must be read, with the condition that says so again in
       * the statement: a day that is summed up meanwhile then counts once, because one statement has one snapshot. The
       * border known before only grows; it tells the planner how few entries there are.
       */
      const borderOf = Effect.fnUntraced(function* (accountId: AccountId, first: number, end: number) {
        const known = Math.min(end, Math.max(first, (yield* until(reader, accountId)) ?? first))
        const border = sql`(SELECT greatest(${isoDay(known)}::date, (
          SELECT until FROM usage_days_progress WHERE account_id = ${accountId})))`
        return { known, border }
      })

      const readSums = Effect.fnUntraced(function* (
        accountId: AccountId,
        { first, last }: DayRange,
        filter: NamesFilter,
        by: UsageBy
      ) {
        const end = last + 1
        const { known, border } = yield* borderOf(accountId, first, end)
        const names = namesConditions(sql, filter)
        const summedUp = sql.and([
          sql`account_id = ${accountId} AND day >= ${isoDay(first)}::date AND day < ${isoDay(end)}::date
            AND day < ${border}`,
          ...names
        ])
        const later = sql.and([
          entriesOf(accountId, known, end),
          sql`time >= (${border}::timestamp AT TIME ZONE 'UTC')`,
          ...names
        ])
        return yield* reader<UsageSum>`
          SELECT day::text AS at, name, sum(credits)::bigint AS credits, sum(calls)::bigint AS calls FROM (
            SELECT day, ${nameBy(sql, by)} AS name, credits, calls FROM usage_days WHERE ${summedUp}
            UNION ALL
            SELECT ${day}, ${nameBy(sql, by)}, ${sum} FROM usage_entries WHERE ${later} GROUP BY 1, 2
          ) parts GROUP BY day, name`
      })

      const sums = Effect.fn("UsageDays.sums")(function* (...asked: Parameters<typeof readSums>) {
        // Not within the transaction, which could have the only connection.
        yield* recorder.flush
        return yield* withOwnPlans(reader, readSums(...asked))
      }, Effect.orDie)

      const hours = Effect.fn("UsageDays.hours")(function* (
        accountId: AccountId,
        since: Date,
        filter: NamesFilter,
        by: UsageBy
      ) {
        yield* recorder.flush
        const hour = sql`to_char(time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24')`
        const wanted = [sql`account_id = ${accountId} AND time >= ${since}`, ...namesConditions(sql, filter)]
        return yield* reader<UsageSum>`
            SELECT ${hour} AS at, ${nameBy(sql, by)} AS name, ${sum} FROM usage_entries
            WHERE ${sql.and(wanted)} GROUP BY 1, 2`
      }, Effect.orDie)

      const spentSince = Effect.fn("UsageDays.spentSince")(
        function* (accountId: AccountId, time: Date) {
          const first = dayOf(time) + 1
          const { known, border } = yield* borderOf(accountId, first, Infinity)
          const [row] = yield* reader<{ spent: number }>`
            SELECT coalesce(sum(part), 0)::bigint AS spent FROM (
              SELECT sum(credits) AS part FROM usage_days
              WHERE account_id = ${accountId} AND day >= ${isoDay(first)}::date AND day < ${border}
              UNION ALL
              SELECT sum(cost) FROM usage_entries
              WHERE account_id = ${accountId} AND time > ${time} AND time < ${startOf(first)}
              UNION ALL
              SELECT sum(cost) FROM usage_entries
              WHERE account_id = ${accountId} AND time >= ${startOf(known)}
                AND time >= (${border}::timestamp AT TIME ZONE 'UTC')
            ) parts`
          return row?.spent ?? 0
        },
        (effect) => Effect.orDie(withOwnPlans(reader, effect))
      )

      /** One step of one account; returns whether more is to do. */
      const step = Effect.fnUntraced(
        function* (accountId: AccountId, end: number) {
          const [oldest] = yield* sql<{ time: Date | null }>`
            SELECT time FROM usage_entries WHERE account_id = ${accountId} ORDER BY time LIMIT 1`
          if (oldest === undefined || oldest.time === null) return false
          const begin = Math.min(end, dayOf(oldest.time))
          yield* sql`
            INSERT INTO usage_days_progress (account_id, until) VALUES (${accountId}, ${isoDay(begin)}::date)
            ON CONFLICT DO NOTHING`
          // The second of two processes waits here, and then finds the days of the first.
          yield* sql`SELECT 1 FROM usage_days_progress WHERE account_id = ${accountId} FOR UPDATE`
          const from = (yield* until(sql, accountId)) ?? begin
          const to = Math.min(end, from + daysPerStep)
          if (from >= to) return false
          yield* sql`
            INSERT INTO usage_days (account_id, day, source, api_type, credits, calls)
            SELECT ${accountId}, ${day}, source, api_type, ${sum} FROM usage_entries
            WHERE ${entriesOf(accountId, from, to)} GROUP BY 2, 3, 4`
          yield* sql`UPDATE usage_days_progress SET until = ${isoDay(to)}::date WHERE account_id = ${accountId}`
          return to < end
        },
        (effect) => atomically(sql, effect)
      )

      let doneUntil = 0

      const run = Effect.gen(function* () {
        const end = dayOf(plusMillis(yield* now, -settledMillis))
        if (doneUntil === end) return
        let after: AccountId | undefined
        while (true) {
          const ids = yield* accountIdsAfter(sql, after, accountsPerPage)
          after = ids.at(-1)
          if (after === undefined) break
          for (const id of ids) while (yield* step(id, end)) yield* Effect.yieldNow
        }
        doneUntil = end
      }).pipe(Effect.orDie, Effect.withSpan("UsageDays.run"))

      return UsageDays.of({ sums, hours, spentSince, run })
    })
  )
}

export const usageDaysTask = maintenance(
  "usage days",
  "10 minutes",
  UsageDays.use(({ run }) => run)
)
