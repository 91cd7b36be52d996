/**
 * What was spent on each UTC day, by source and API type. Days that are over are read from `usage_days`, later ones from
 * their entries, so that every sum equals that of the entries. Owns `usage_days` and `usage_days_until`.
 */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { accountIdsAfter } from "../../accounts/customers/AccountRows.ts"
import { atomically } from "../../database/client/Atomically.ts"
import { background } from "../../runtime/Background.ts"
import { dayOf, hourMillis, isoDay, now, plusMillis, startOf } from "../../runtime/Time.ts"
import { type NamesFilter, namesConditions } from "./UsageFilter.ts"
import { UsageRecorder } from "./UsageRecorder.ts"

export interface DaySum {
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly source: string
  readonly apiType: string
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
    sums(accountId: AccountId, range: DayRange, filter: NamesFilter): Effect.Effect<ReadonlyArray<DaySum>>
    /** Sums up the days that are over, of all accounts. */
    readonly run: Effect.Effect<void>
  }
>()("@heddle/server/credits/usage/UsageDays") {
  static readonly layer = Layer.effect(
    UsageDays,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const recorder = yield* UsageRecorder

      const sum = sql`sum(cost)::bigint AS credits,
        sum(CASE WHEN parameters ->> 'refund_of' IS NULL THEN coalesce((parameters ->> 'calls')::bigint, 1) ELSE 0
          END)::bigint AS calls`
      const day = sql`(time AT TIME ZONE 'UTC')::date`

      /** By their time alone: the id of a refund is that of its charge, which may be weeks older. */
      const entriesOf = (accountId: AccountId, from: number, until: number): Statement.Fragment => sql`
        account_id = ${accountId} AND time >= ${startOf(from)} AND time < ${startOf(until)}`

      /** The first day that is not in `usage_days` yet; null when none is. */
      const until = (accountId: AccountId) =>
        Effect.map(
          sql<{ until: string }>`SELECT until::text FROM usage_days_until WHERE account_id = ${accountId}`,
          ([row]) => (row === undefined ? null : dayOf(new Date(row.until)))
        )

      /** One statement, and so one snapshot: a day that is summed up meanwhile counts once. */
      const sums = Effect.fn("UsageDays.sums")(function* (
        accountId: AccountId,
        { first, last }: DayRange,
        filter: NamesFilter
      ) {
        yield* recorder.flush
        const end = last + 1
        // It only grows.
        const known = Math.min(end, Math.max(first, (yield* until(accountId)) ?? first))
        const names = namesConditions(sql, filter)
        return yield* sql<DaySum>`
          WITH border AS (
            SELECT greatest(${isoDay(known)}::date, (
              SELECT until FROM usage_days_until WHERE account_id = ${accountId})) AS first_day
          )
          SELECT day::text, source, api_type, credits, calls FROM usage_days
          WHERE ${sql.and([
            sql`account_id = ${accountId} AND day >= ${isoDay(first)}::date AND day < ${isoDay(end)}::date
              AND day < (SELECT first_day FROM border)`,
            ...names
          ])}
          UNION ALL
          SELECT ${day}::text, source, api_type, ${sum} FROM usage_entries
          WHERE ${sql.and([
            entriesOf(accountId, known, end),
            sql`time >= (SELECT first_day::timestamp AT TIME ZONE 'UTC' FROM border)`,
            ...names
          ])}
          GROUP BY 1, 2, 3`
      }, Effect.orDie)

      /** One step of one account; returns whether more is to do. */
      const step = Effect.fnUntraced(
        function* (accountId: AccountId, end: number) {
          const [oldest] = yield* sql<{ time: Date | null }>`
            SELECT time FROM usage_entries WHERE account_id = ${accountId} ORDER BY time LIMIT 1`
          if (oldest === undefined || oldest.time === null) return false
          const begin = Math.min(end, dayOf(oldest.time))
          yield* sql`
            INSERT INTO usage_days_until (account_id, until) VALUES (${accountId}, ${isoDay(begin)}::date)
            ON CONFLICT DO NOTHING`
          // The second of two processes waits here, and then finds the days of the first.
          yield* sql`SELECT 1 FROM usage_days_until WHERE account_id = ${accountId} FOR UPDATE`
          const from = (yield* until(accountId)) ?? begin
          const to = Math.min(end, from + daysPerStep)
          if (from >= to) return false
          yield* sql`
            INSERT INTO usage_days (account_id, day, source, api_type, credits, calls)
            SELECT ${accountId}, ${day}, source, api_type, ${sum} FROM usage_entries
            WHERE ${entriesOf(accountId, from, to)} GROUP BY 2, 3, 4`
          yield* sql`UPDATE usage_days_until SET until = ${isoDay(to)}::date WHERE account_id = ${accountId}`
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

      return UsageDays.of({ sums, run })
    })
  )
}

export const usageDaysTask = background({
  name: "usage days",
  role: "maintenance",
  every: "10 minutes",
  run: UsageDays.use(({ run }) => run),
  onStop: "interrupt"
})
