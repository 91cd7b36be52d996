/**
 * A grant as the balance shows it. Grants are spent soonest-expiring first, then plan before top-up before operator before
 * trial, then oldest first (decisions, "Keys, accounts, plans").
 */
import type { GrantId } from "../../runtime/Ids.ts"
export interface SpendableGrant {
  readonly id: GrantId
  readonly kind: "plan" | "top_up" | "operator" | "trial"
  /** Credits neither spent nor held. */
  readonly available: number
  readonly expiresAt: Date
}

const kindOrder = { plan: 0, top_up: 1, operator: 2, trial: 3 }

export const spendingOrder = (a: SpendableGrant, b: SpendableGrant): number =>
  a.expiresAt.getTime() - b.expiresAt.getTime() ||
  kindOrder[a.kind] - kindOrder[b.kind] ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

export const availableOf = (grants: Iterable<SpendableGrant>): number => {
  let sum = 0
  for (const grant of grants) sum += grant.available
  return sum
}
