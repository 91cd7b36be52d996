/** The four API plans (service.md, "API plan"). Prices in USD per month. */
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
}

export const plans: Readonly<Record<PlanName, Plan>> = {
  lite: { title: "API Lite", usdPerMonth: 30, creditsPerMonth: 15_000, webhooks: false },
  standard: { title: "API Standard", usdPerMonth: 100, creditsPerMonth: 100_000, webhooks: true },
  plus: { title: "API Plus", usdPerMonth: 500, creditsPerMonth: 1_000_000, webhooks: true },
  premium: { title: "API Premium", usdPerMonth: 2_500, creditsPerMonth: 6_000_000, webhooks: true }
}
