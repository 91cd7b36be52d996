/**
 * What the ledger should do, told the naive way: one account, one command after the other, every amount taken credit
 * by credit from the grant that is due. Nothing of the product's code is used.
 */
import type { GrantId } from "../../src/runtime/Ids.ts"

export interface ModelGrant {
  readonly id: GrantId
  readonly kind: "plan" | "top_up" | "operator"
  readonly amount: number
  readonly effectiveAt: number
  readonly expiresAt: number
  revokedAt: number
  spent: number
  held: number
}

interface ModelHold {
  readonly deadline: number
  /** One grant id a credit, in the order of spending. */
  readonly credits: ReadonlyArray<string>
  readonly budget: string | null
}

interface ModelEntry {
  readonly cost: number
  readonly credits: ReadonlyArray<string>
}

interface ModelCharge extends ModelEntry {
  refunded: boolean
}

/** A key's limit counts calendar months of UTC. */
const monthOf = (budget: string, at: number): string => `${budget} ${new Date(at).toISOString().slice(0, 7)}`

export type HoldAnswer = "made" | "balance too low" | "key limit reached"

const kinds = ["plan", "top_up", "operator"]

export class LedgerModel {
  readonly grants: Array<ModelGrant> = []
  private readonly holds = new Map<string, ModelHold>()
  readonly entries: Array<ModelEntry> = []
  private readonly charges = new Map<string, ModelCharge>()
  readonly limits = new Map<string, number>()
  private readonly spentOf = new Map<string, number>()

  private live(at: number): Array<ModelGrant> {
    return this.grants
      .filter((grant) => grant.effectiveAt <= at && grant.expiresAt > at && grant.revokedAt > at)
      .toSorted(
        (a, b) => a.expiresAt - b.expiresAt || kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || (a.id < b.id ? -1 : 1)
      )
  }

  private giveBack(hold: ModelHold, spent: number): ReadonlyArray<string> {
    hold.credits.forEach((id, index) => {
      const grant = this.grants.find((one) => one.id === id)
      if (grant === undefined) return
      grant.held -= 1
      if (index < spent) grant.spent += 1
    })
    return hold.credits.slice(0, spent)
  }

  /** Dead holds stop counting at their deadline. */
  private bury(at: number): void {
    for (const [id, hold] of this.holds) {
      if (hold.deadline > at) continue
      this.holds.delete(id)
      this.giveBack(hold, 0)
    }
  }

  available(at: number): number {
    const dead = [...this.holds.values()].filter(({ deadline }) => deadline <= at).flatMap(({ credits }) => credits)
    return this.live(at).reduce(
      (sum, grant) => sum + grant.amount - grant.spent - grant.held + dead.filter((id) => id === grant.id).length,
      0
    )
  }

  hold(id: string, amount: number, at: number, deadline: number, budget: string | null): HoldAnswer {
    this.bury(at)
    if (this.available(at) < amount) return "balance too low"
    const limit = budget === null ? undefined : this.limits.get(budget)
    if (budget !== null && limit !== undefined) {
      const held = [...this.holds.values()].filter((hold) => hold.budget === budget).flatMap(({ credits }) => credits)
      if ((this.spentOf.get(monthOf(budget, at)) ?? 0) + held.length + amount > limit) return "key limit reached"
    }
    const credits: Array<string> = []
    for (const grant of this.live(at)) {
      while (credits.length < amount && grant.spent + grant.held < grant.amount) {
        grant.held += 1
        credits.push(grant.id)
      }
    }
    this.holds.set(id, { deadline, credits, budget })
    return "made"
  }

  /** Whether the hold was open still. */
  settle(id: string, cost: number, at: number): boolean {
    const hold = this.holds.get(id)
    if (hold !== undefined) {
      this.holds.delete(id)
      const charge = { cost, credits: this.giveBack(hold, cost), refunded: false }
      this.entries.push(charge)
      this.charges.set(id, charge)
      const month = hold.budget === null ? "" : monthOf(hold.budget, at)
      this.spentOf.set(month, (this.spentOf.get(month) ?? 0) + cost)
    }
    this.bury(at)
    return hold !== undefined
  }

  /** Refunds a charge once, to the grants that paid, whatever has become of them. */
  refund(id: string): void {
    const charge = this.charges.get(id)
    if (charge === undefined || charge.refunded || charge.cost === 0) return
    charge.refunded = true
    this.entries.push({ cost: -charge.cost, credits: charge.credits })
    for (const credit of charge.credits) {
      const grant = this.grants.find(({ id }) => id === credit)
      if (grant !== undefined) grant.spent -= 1
    }
  }

  release(id: string, at: number): void {
    const hold = this.holds.get(id)
    if (hold !== undefined) {
      this.holds.delete(id)
      this.giveBack(hold, 0)
    }
    this.bury(at)
  }
}
