/** When the credits will run out at the current rate of use. Pure. */
import type { AccountId } from "@heddle/api"
import { Effect } from "effect"
import { dayMillis, plusMillis } from "../../runtime/Time.ts"
import { type SpendableGrant, spendingOrder } from "../ledger/SpendableGrant.ts"
import type { UsageDays } from "./UsageDays.ts"

export type RunwayForecast =
  /** The pace is not known yet. */
  | { readonly ends: "unknown" }
  | { readonly ends: "never used" }
  /** Used up at this time, before the last grant expires. */
  | { readonly ends: "used up"; readonly at: Date }
  /** The last grant expires at this time with credits left. */
  | { readonly ends: "expired"; readonly at: Date }

/**
 * Spends the grants in the ledger's order at a constant rate; what a grant has left when it expires is lost.
 * `perDay` is in credits.
 */
export const forecastRunway = (
  grants: ReadonlyArray<SpendableGrant>,
  perDay: number | null,
  now: Date
): RunwayForecast => {
  if (perDay === null) return { ends: "unknown" }
  if (perDay <= 0) return { ends: "never used" }
  let time = now.getTime()
  let ends: RunwayForecast["ends"] = "used up"
  for (const { available, expiresAt } of grants.toSorted(spendingOrder)) {
    if (available <= 0) continue
    const usedUp = time + (available / perDay) * dayMillis
    ends = usedUp <= expiresAt.getTime() ? "used up" : "expired"
    time = Math.max(time, Math.min(usedUp, expiresAt.getTime()))
  }
  return { ends, at: new Date(time) }
}

/** Credits that expire unspent if the grants are spent in the ledger's order at this rate. */
export const expiringUnspent = (grants: ReadonlyArray<SpendableGrant>, perDay: number, now: Date): number => {
  let time = now.getTime()
  let unspent = 0
  for (const { available, expiresAt } of grants.toSorted(spendingOrder)) {
    const spendable = perDay <= 0 ? 0 : (Math.max(0, expiresAt.getTime() - time) / dayMillis) * perDay
    const spent = Math.min(available, spendable)
    unspent += available - spent
    if (perDay > 0) time += (spent / perDay) * dayMillis
  }
  return Math.floor(unspent)
}

const weekMillis = 7 * dayMillis

/** Credits used in the last 7 days; refunds may be of older charges. */
export const recentUsage = (days: UsageDays["Service"], accountId: AccountId, time: Date): Effect.Effect<number> =>
  Effect.map(days.spentSince(accountId, plusMillis(time, -weekMillis)), (spent) => Math.max(0, spent))
