/**
 * What the ledger should do, told the naive way: one account, one command after the other, every amount taken credit
 * by credit from the grant that is due. Nothing of the product's code is used.
 */
import type { KeyId, PlanName } from "@heddle/api"
import type { GrantId } from "../../../src/runtime/Ids.ts"

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

export interface ModelKey {
  readonly id: KeyId
  readonly name: string
  /** Shared with the keys that it was rotated from. */
  readonly budget: string
  limit: number
  expiresAt: number
  isRevoked: boolean
}

interface ModelPlan {
  readonly plan: PlanName
  readonly start: number
  end: number
}

interface ModelHold {
  readonly deadline: number
  /** One grant id a credit, in the order of spending. */
  readonly credits: ReadonlyArray<string>
  readonly key: ModelKey | undefined
}

interface ModelEntry {
  readonly cost: number
  readonly credits: ReadonlyArray<string>
}

interface ModelCharge extends ModelEntry {
  refunded: boolean
}

/** A key's limit counts calendar months of UTC. */
const monthOf = (key: ModelKey, at: number): string => `${key.budget} ${new Date(at).toISOString().slice(0, 7)}`

/** A call of an account's login (null), of a key, or of a key that the account does not have (undefined). */
export interface ModelCall {
  readonly key: ModelKey | null | undefined
  readonly needsPlan: boolean
  readonly amount: number
}

const kinds = ["plan", "top_up", "operator", "trial"]

export class LedgerModel {
  readonly grants: Array<ModelGrant> = []
  readonly keys: Array<ModelKey> = []
  readonly plans: Array<ModelPlan> = []
  readonly entries: Array<ModelEntry> = []
  readonly holds = new Map<string, ModelHold>()
  private readonly charges = new Map<string, ModelCharge>()
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

  /** Dead holds stop counting at their deadline; a command that moves credits takes them away. */
  bury(at: number): void {
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

  planAt(at: number): PlanName | null {
    return this.plans.find(({ start, end }) => start <= at && end > at)?.plan ?? null
  }

  /** What is left of the key's limit in this month. */
  budget(key: ModelKey, at: number): number {
    const open = [...this.holds.values()].filter((hold) => hold.key?.budget === key.budget && hold.deadline > at)
    const used = (this.spentOf.get(monthOf(key, at)) ?? 0) + open.flatMap(({ credits }) => credits).length
    // A limit can be lowered below what is used.
    return Math.max(0, key.limit - used)
  }

  /** Why a call is not admitted, as the ledger's error says it; undefined when it can be. */
  refusal({ key, needsPlan, amount }: ModelCall, at: number): object | undefined {
    if (key === undefined || (key !== null && (key.isRevoked || key.expiresAt <= at)))
      return { _tag: "CallerNotInForce" }
    if (needsPlan && this.planAt(at) === null) return { _tag: "NoPlanInForce" }
    const available = this.available(at)
    if (available < amount) return { _tag: "InsufficientCredits", required: amount, available }
    const left = key === null ? Infinity : this.budget(key, at)
    if (left >= amount) return undefined
    return { _tag: "KeyLimitReached", required: amount, available: Math.min(available, left), limit: key?.limit }
  }

  /** Takes credits that are there. */
  hold(id: string, amount: number, at: number, deadline: number, key: ModelKey | null): void {
    const credits: Array<string> = []
    for (const grant of this.live(at)) {
      while (credits.length < amount && grant.spent + grant.held < grant.amount) {
        grant.held += 1
        credits.push(grant.id)
      }
    }
    this.holds.set(id, { deadline, credits, key: key ?? undefined })
  }

  /** Whether the hold was open still. A cost beyond what was held is not charged. */
  settle(id: string, asked: number, at: number): boolean {
    const hold = this.holds.get(id)
    if (hold === undefined) return false
    this.holds.delete(id)
    const cost = Math.min(asked, hold.credits.length)
    const charge = { cost, credits: this.giveBack(hold, cost), refunded: false }
    this.entries.push(charge)
    this.charges.set(id, charge)
    if (hold.key !== undefined) {
      const month = monthOf(hold.key, at)
      this.spentOf.set(month, (this.spentOf.get(month) ?? 0) + cost)
    }
    return true
  }

  release(id: string): void {
    const hold = this.holds.get(id)
    if (hold === undefined) return
    this.holds.delete(id)
    this.giveBack(hold, 0)
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
}
