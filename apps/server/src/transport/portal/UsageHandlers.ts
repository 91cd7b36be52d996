/** The balance, and what was spent on what. */
import { plans } from "@heddle/api"
import { type PortalBalance, PortalCaller, UsageRpcs, type UsageSummary } from "@heddle/api/portal"
import { Effect, Option } from "effect"
import { Accounts } from "../../accounts/customers/Accounts.ts"
import type { CurrentPlan } from "../../credits/plans/CurrentPlan.ts"
import { BalanceOutlook, type Outlook } from "../../credits/usage/BalanceOutlook.ts"
import { UsageDays, type UsageSum } from "../../credits/usage/UsageDays.ts"
import { UsageReports } from "../../credits/usage/UsageReports.ts"
import { Activity } from "../../webhooks/log/Activity.ts"
import { respond } from "./Failures.ts"
import { instant, instantOrNull } from "./Instants.ts"
import { ofAccount } from "./PortalCall.ts"
import { chartRange, type ChartRange, givenRange, spansOf, startOfHour } from "./UsageRange.ts"

/** Sums as the portal draws them: at most five series, the largest first. Pure. */
const maxSeries = 5
const other = "other"

interface Total {
  readonly name: string
  credits: number
  calls: number
}

const add = (totals: Map<string, Total>, name: string, { credits, calls }: UsageSum) => {
  const total = totals.get(name) ?? { name, credits: 0, calls: 0 }
  total.credits += credits
  total.calls += calls
  totals.set(name, total)
}

const bySize = (a: Total, b: Total): number =>
  b.credits - a.credits || b.calls - a.calls || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

export const summaryOf = (sums: ReadonlyArray<UsageSum>, range: ChartRange): UsageSummary => {
  const all = new Map<string, Total>()
  for (const sum of sums) add(all, sum.name, sum)
  const ranked = [...all.values()].toSorted(bySize)
  const named = new Set(ranked.slice(0, ranked.length > maxSeries ? maxSeries - 1 : maxSeries).map(({ name }) => name))
  const seriesOf = ({ name }: UsageSum) => (named.has(name) ? name : other)

  const series = new Map<string, Total>()
  const bySpan = new Map<string, Map<string, Total>>()
  for (const sum of sums) {
    add(series, seriesOf(sum), sum)
    const span = bySpan.get(sum.at) ?? new Map<string, Total>()
    bySpan.set(sum.at, span)
    add(span, seriesOf(sum), sum)
  }
  const names = ranked.length > maxSeries ? [...named, other] : [...named]
  const spans = spansOf(range).map((at) => {
    const totals = bySpan.get(at)
    return {
      at,
      credits: names.map((name) => totals?.get(name)?.credits ?? 0),
      calls: names.map((name) => totals?.get(name)?.calls ?? 0)
    }
  })
  return {
    series: names.map((name) => ({ ...(series.get(name) ?? { name, credits: 0, calls: 0 }) })),
    spans,
    credits: sums.reduce((total, { credits }) => total + credits, 0),
    calls: sums.reduce((total, { calls }) => total + calls, 0)
  }
}

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
        const range = yield* respond(chartRange({ from, to }))
        const sums =
          range.unit === "day"
            ? days.sums(accountId, range, names, by)
            : days.hours(accountId, startOfHour(range.first), names, by)
        return summaryOf(yield* sums, range)
      }),
      "usage.ListUsage": Effect.fnUntraced(function* ({ from, to, cursor, ...filter }) {
        const { accountId } = yield* PortalCaller
        const range = yield* respond(givenRange({ from, to }))
        return yield* respond(reports.page(accountId, { ...filter, ...range }, cursor))
      }),
      "usage.ListUsageNames": ofAccount((accountId) => reports.names(accountId))
    })
  })
)
