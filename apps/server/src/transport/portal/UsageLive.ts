/** The balance, and what was spent on what. */
import { plans } from "@heddle/api"
import { type PortalBalance, PortalCaller, UsageRpcs } from "@heddle/api/portal"
import { Effect, Option } from "effect"
import { Accounts } from "../../accounts/customers/Accounts.ts"
import type { CurrentPlan } from "../../credits/plans/CurrentPlan.ts"
import { BalanceOutlook, type Outlook } from "../../credits/usage/BalanceOutlook.ts"
import { Activity } from "../../webhooks/log/Activity.ts"
import { UsageDays } from "../../credits/usage/UsageDays.ts"
import { UsageReports } from "../../credits/usage/UsageReports.ts"
import { respond } from "./Failures.ts"
import { chartDays, givenDays } from "./UsageRange.ts"
import { summaryOf } from "./UsageSummaries.ts"
import { instant, instantOrNull } from "./Instants.ts"

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
    at: outlook.runway.ends === "never used" ? null : instant(outlook.runway.at),
    perDay: outlook.perDay,
    expiresUnused: outlook.expiresUnspent
  },
  webhooksPausedSince: instantOrNull(pausedSince)
})

export const UsageLive = UsageRpcs.toLayer(
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
      "usage.ListUsageNames": Effect.fnUntraced(function* () {
        const { accountId } = yield* PortalCaller
        return yield* reports.names(accountId)
      })
    })
  })
)
