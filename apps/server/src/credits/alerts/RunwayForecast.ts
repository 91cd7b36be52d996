/** When credits will have run out if they go on being used as they were. Pure. */
import { type SpendableGrant, spendingOrder } from "../ledger/SpendableGrant.ts"
import { dayMillis } from "../../runtime/Time.ts"

export type Outlook =
  | { readonly ends: "never used" }
  /** Used up then, before the last grant expires. */
  | { readonly ends: "used up"; readonly at: Date }
  /** The last grant expires then with credits left. */
  | { readonly ends: "expired"; readonly at: Date }

/**
 * Spends the grants in the ledger's own order at an even rate; what a grant has left when it expires is gone.
 * `perDay` is in credits.
 */
export const outlook = (grants: ReadonlyArray<SpendableGrant>, perDay: number, now: Date): Outlook => {
  if (perDay <= 0) return { ends: "never used" }
  let time = now.getTime()
  let ends: Outlook["ends"] = "used up"
  for (const { available, expiresAt } of grants.toSorted(spendingOrder)) {
    if (available <= 0) continue
    const usedUp = time + (available / perDay) * dayMillis
    ends = usedUp <= expiresAt.getTime() ? "used up" : "expired"
    time = Math.max(time, Math.min(usedUp, expiresAt.getTime()))
  }
  return { ends, at: new Date(time) }
}
