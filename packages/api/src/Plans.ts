/** The four API plans (service.md, "API plan"). Prices in USD. */
import { Schema } from "effect"

export const PlanName = Schema.Literals(["lite", "standard", "plus", "premium"]).annotate({
  description: "An API plan: `lite`, `standard`, `plus` or `premium`."
})
export type PlanName = typeof PlanName.Type

export interface Plan {
  readonly title: string
  readonly usdPerMonth: number
  readonly creditsPerMonth: number
  readonly webhooks: boolean
  /** USD for one unit of `topUpUnitCredits`; null on a plan without top-ups. */
  readonly topUpUsdPerUnit: number | null
}

export const plans: Readonly<Record<PlanName, Plan>> = {
  lite: { title: "API Lite", usdPerMonth: 30, creditsPerMonth: 15_000, webhooks: false, topUpUsdPerUnit: null },
  standard: {
    title: "API Standard",
    usdPerMonth: 100,
    creditsPerMonth: 100_000,
    webhooks: true,
    topUpUsdPerUnit: 10
  },
  plus: { title: "API Plus", usdPerMonth: 500, creditsPerMonth: 1_000_000, webhooks: true, topUpUsdPerUnit: 5 },
  premium: {
    title: "API Premium",
    usdPerMonth: 2_500,
    creditsPerMonth: 6_000_000,
    webhooks: true,
    topUpUsdPerUnit: 4
  }
}

/** Top-ups are sold in units of this many credits. */
export const topUpUnitCredits = 10_000
/** Maximum number of units in one top-up. */
export const maxTopUpUnits = 1_000

/** Orders plans: negative when `a` is lower than `b`, positive when it is higher. */
export const comparePlans = (a: PlanName, b: PlanName): number =>
  PlanName.literals.indexOf(a) - PlanName.literals.indexOf(b)

export const GrantKind = Schema.Literals(["plan", "top_up", "operator", "trial"]).annotate({
  description: "Where the credits came from."
})
