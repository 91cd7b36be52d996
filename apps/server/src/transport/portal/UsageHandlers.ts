/** The balance, and what was spent on what. */
import { type InvalidParameter, invalidParameter, plans } from "@heddle/api"
import { type PortalBalance, PortalCaller, UsageRpcs, type UsageSummary } from "@heddle/api/portal"
import { Effect, Option } from "effect"
import { Accounts } from "../../accounts/customers/Accounts.ts"
import type { CurrentPlan } from "../../credits/plans/CurrentPlan.ts"
import { BalanceOutlook, type Outlook } from "../../credits/usage/BalanceOutlook.ts"
import { type DayRange, type DaySum, UsageDays } from "../../credits/usage/UsageDays.ts"
import { UsageReports } from "../../credits/usage/UsageReports.ts"
import { dayOf, isoDay, now } from "../../runtime/Time.ts"
import { Activity } from "../../webhooks/log/Activity.ts"
import { respond } from "./Failures.ts"
import { instant, instantOrNull } from "./Instants.ts"
import { ofAccount } from "./PortalCall.ts"

/** Sums of days as the portal draws them: at most five series, the largest first. Pure. */
const maxSeries = 5
const other = "other"

interface Total {
  readonly name: string
  credits: number
  calls: number
}

const add = (totals: Map<string, Total>, name: string, { credits, calls }: DaySum) => {
  const total = totals.get(name) ?? { name, credits: 0, calls: 0 }
  total.credits += credits
  total.calls += calls
  totals.set(name, total)
}

const bySize = (a: Total, b: Total): number =>
  b.credits - a.credits || b.calls - a.calls || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

export const summaryOf = (sums: ReadonlyArray<DaySum>, { first, last }: DayRange): UsageSummary => {
  const all = new Map<string, Total>()
  for (const sum of sums) add(all, sum.name, sum)
  const ranked = [...all.values()].toSorted(bySize)
  const named = new Set(ranked.slice(0, ranked.length > maxSeries ? maxSeries - 1 : maxSeries).map(({ name }) => name))
  const seriesOf = ({ name }: DaySum) => (named.has(name) ? name : other)

  const series = new Map<string, Total>()
  const byDay = new Map<string, Map<string, Total>>()
  for (const sum of sums) {
    add(series, seriesOf(sum), sum)
    const day = byDay.get(sum.day) ?? new Map<string, Total>()
    byDay.set(sum.day, day)
    add(day, seriesOf(sum), sum)
  }
  const names = ranked.length > maxSeries ? [...named, other] : [...named]
  const days = Array.from({ length: last - first + 1 }, (_, index) => {
    const day = isoDay(first + index)
    const totals = byDay.get(day)
    return {
      day,
      credits: names.map((name) => totals?.get(name)?.credits ?? 0),
      calls: names.map((name) => totals?.get(name)?.calls ?? 0)
    }
  })
  return {
    series: names.map((name) => ({ ...(series.get(name) ?? { name, credits: 0, calls: 0 }) })),
    days,
    credits: sums.reduce((total, { credits }) => total + credits, 0),
    calls: sums.reduce((total, { calls }) => total + calls, 0)
  }
}

/** The days of the portal's usage filter: UTC days, both ends included. */
const defaultDays = 30
const maxDays = 366

interface Days {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const dayIn = (path: "from" | "to", text: string): Effect.Effect<number, InvalidParameter> => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? dayOf(new Date(text)) : Number.NaN
  return Number.isInteger(day) && isoDay(day) === text
    ? Effect.succeed(day)
    : Effect.fail(invalidParameter({ path, message: "must be a day such as 2026-11-22" }))
}

/** Until today and since `firstOf` the last day, unless other days are given. */
const daysBetween = Effect.fnUntraced(function* ({ from, to }: Days, firstOf: (last: number) => number) {
  const last = to === undefined ? dayOf(yield* now) : yield* dayIn("to", to)
  const first = from === undefined ? firstOf(last) : yield* dayIn("from", from)
  if (first > last) return yield* invalidParameter({ path: "from", message: "must not be after `to`" })
  const range: DayRange = { first, last }
  return range
})

/** Null without a day. */
export const givenDays = (days: Days): Effect.Effect<DayRange | null, InvalidParameter> =>
  days.from === undefined && days.to === undefined ? Effect.succeed(null) : daysBetween(days, () => 0)

/** The days of a chart: the last 30 unless others are given. */
export const chartDays = Effect.fnUntraced(function* (days: Days) {
  const range = yield* daysBetween(days, (last) => last - defaultDays + 1)
  if (range.last - range.first < maxDays) return range
  return yield* invalidParameter({ path: "from", message: `must be at most ${maxDays} days before \`to\`` })
})

const balanceOf = (outlook: Outlook, plan: CurrentPlan | null, pausedSince: Date | null): PortalBalance => ({
  remaining: outlook.remaining,
  held: outlook.state.held,
  plan:
    plan === null
      ? null
      : {
          name: plan.name,
          endsAt: instant(plan.endsAt),
          renewsAt: instantOrNull(outlook.state.renewsAt),
          webhooks: plans[plan.name].webhooks
        },
  grants: outlook.grants.map(({ kind, total, available, expiresAt }) => ({
    kind,
    total,
    remaining: available,
    expiresAt: instant(expiresAt)
  })),
  runway: {
    ends: outlook.runway.ends,
    at: "at" in outlook.runway ? instant(outlook.runway.at) : null,
    perDay: outlook.perDay,
    expiresUnused: outlook.expiresUnspent
  },
  webhooksPausedSince: instantOrNull(pausedSince)
})

export const UsageHandlers = UsageRpcs.toLayer(
  Effect.gen(function* () {
    const outlooks = yield* BalanceOutlook
    const accounts = yield* Accounts
    const activity = yield* Activity
    const days = yield* UsageDays
    const reports = yield* UsageReports
    return UsageRpcs.of({
      "usage.Balance": Effect.fnUntraced(function* () {
        const { accountId } = yield* PortalCaller
        const plan = yield* accounts.currentPlan(accountId)
        const pausedSince = yield* activity.pausedSince(accountId)
        return balanceOf(yield* outlooks.of(accountId), Option.getOrNull(plan), pausedSince)
      }),
      "usage.SummarizeUsage": Effect.fnUntraced(function* ({ from, to, by, ...names }) {
        const { accountId } = yield* PortalCaller
        const range = yield* respond(chartDays({ from, to }))
        return summaryOf(yield* days.sums(accountId, range, names, by), range)
      }),
      "usage.ListUsage": Effect.fnUntraced(function* ({ from, to, cursor, ...filter }) {
        const { accountId } = yield* PortalCaller
        const range = yield* respond(givenDays({ from, to }))
        return yield* respond(reports.page(accountId, { ...filter, range }, cursor))
      }),
      "usage.ListUsageNames": ofAccount((accountId) => reports.names(accountId))
    })
  })
)
