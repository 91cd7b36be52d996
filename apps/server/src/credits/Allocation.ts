/**
 * How credits are taken from grants: soonest-expiring first, then plan before top-up before operator, then oldest
 * (decisions, "Keys, accounts, plans"). Pure; the ledger stands around it.
 */

export interface SpendableGrant {
  readonly id: string
  readonly kind: "plan" | "top_up" | "operator"
  /** Credits neither spent nor held. */
  readonly available: number
  readonly expiresAt: Date
}

/** Part of an amount, pinned to the grant that pays it. */
export interface Slice {
  readonly grant: string
  readonly amount: number
}

const kindOrder = { plan: 0, top_up: 1, operator: 2 }

export const spendingOrder = (a: SpendableGrant, b: SpendableGrant): number =>
  a.expiresAt.getTime() - b.expiresAt.getTime() ||
  kindOrder[a.kind] - kindOrder[b.kind] ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

export const availableOf = (grants: Iterable<SpendableGrant>): number => {
  let sum = 0
  for (const grant of grants) sum += grant.available
  return sum
}

/**
 * Takes each amount in turn from the grants, all or nothing for one amount, and stops at the first that cannot be
 * paid, so that a balance that runs out cuts at a clean place.
 */
export const allocate = (
  grants: ReadonlyArray<SpendableGrant>,
  amounts: ReadonlyArray<number>
): ReadonlyArray<ReadonlyArray<Slice>> => {
  const left = grants.toSorted(spendingOrder).map((grant) => ({ id: grant.id, available: grant.available }))
  let total = left.reduce((sum, grant) => sum + grant.available, 0)
  const result: Array<ReadonlyArray<Slice>> = []
  for (const amount of amounts) {
    if (amount > total) break
    total -= amount
    result.push(take(left, amount))
  }
  return result
}

const take = (left: Array<{ readonly id: string; available: number }>, amount: number): ReadonlyArray<Slice> => {
  const slices: Array<Slice> = []
  let rest = amount
  for (const grant of left) {
    if (rest === 0) break
    const part = Math.min(rest, grant.available)
    if (part === 0) continue
    grant.available -= part
    rest -= part
    slices.push({ grant: grant.id, amount: part })
  }
  return slices
}

/** Splits held slices into what a cost uses up, in their own order, and what goes back. */
export const settleSlices = (
  held: ReadonlyArray<Slice>,
  cost: number
): { readonly spent: ReadonlyArray<Slice>; readonly returned: ReadonlyArray<Slice> } => {
  const spent: Array<Slice> = []
  const returned: Array<Slice> = []
  let rest = cost
  for (const { grant, amount } of held) {
    const used = Math.min(rest, amount)
    rest -= used
    if (used > 0) spent.push({ grant, amount: used })
    if (used < amount) returned.push({ grant, amount: amount - used })
  }
  return { spent, returned }
}

/** The sum of slices by grant. */
export const sumByGrant = (slices: Iterable<Slice>): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>()
  for (const { grant, amount } of slices) sums.set(grant, (sums.get(grant) ?? 0) + amount)
  return sums
}
