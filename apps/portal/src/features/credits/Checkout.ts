/** A purchase until it is paid: its price, then the way to the payment provider. */
import { maxTopUpUnits, type PlanName, plans, topUpUnitCredits } from "@heddle/api/plans"
import type { PortalPurchase } from "@heddle/api/portal"

export interface TopUpPrice {
  readonly credits: number
  readonly cents: number
}

/** Undefined for what cannot be bought: a plan without top-ups, or no whole number of units from 1 to the maximum. */
export const topUpPrice = (plan: PlanName, credits: number): TopUpPrice | undefined => {
  const usd = plans[plan].topUpUsdPerUnit
  const units = credits / topUpUnitCredits
  if (usd === null || !Number.isInteger(units) || units < 1 || units > maxTopUpUnits) return undefined
  return { credits, cents: units * usd * 100 }
}

/** A redirect after a form would be blocked by the page's policy; a navigation is not. */
export const payFor = ({ state, checkoutUrl }: Pick<PortalPurchase, "state" | "checkoutUrl">): void => {
  if (state === "pending" && checkoutUrl !== null) location.assign(checkoutUrl)
}

export const isAwaitingPayment = ({ state }: Pick<PortalPurchase, "state">): boolean => state === "pending"
