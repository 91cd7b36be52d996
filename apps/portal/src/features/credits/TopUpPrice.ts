/** What a number of units costs on a plan. */
import { maxTopUpUnits, plans, type PlanName, topUpUnitCredits } from "@heddle/api/plans"

export interface TopUpPrice {
  readonly credits: number
  readonly cents: number
}

/** Undefined for what cannot be bought: a plan without top-ups, or no whole number of units from 1 to the maximum. */
export const topUpPrice = (plan: PlanName, units: number): TopUpPrice | undefined => {
  const usd = plans[plan].topUpUsdPerUnit
  if (usd === null || !Number.isInteger(units) || units < 1 || units > maxTopUpUnits) return undefined
  return { credits: units * topUpUnitCredits, cents: units * usd * 100 }
}
