/**
 * What the rules of plans and purchases make of what was seen, read plainly: arrays in memory, no database, no states
 * but these. It sees a provider's payment whenever the service looked at it, in the same order.
 */
import type { PlanName } from "@heddle/api"
import type { ProviderPayment } from "../../src/billing/providers/PaymentProvider.ts"
import { monthsAfter } from "../../src/runtime/Time.ts"

const plansUpward: ReadonlyArray<PlanName> = ["lite", "standard", "plus", "premium"]
const monthlyCredits = { lite: 15_000, standard: 100_000, plus: 1_000_000, premium: 6_000_000 }
const dayMillis = 24 * 3_600_000
const graceMillis = dayMillis
const lapsedMillis = 35 * dayMillis

interface Period {
  readonly plan: PlanName
  readonly start: number
  end: number
  readonly anchor: number
  readonly number: number
  readonly payment: string
}
interface ModelPurchase {
  readonly kind: "plan" | "renewal" | "top_up"
  readonly plan: PlanName
  readonly credits: number
  readonly expires: number
  state: "pending" | "abandoned" | "paid" | "refused" | "refunded" | "disputed"
  payment: string | null
  subscription: string | null
}
interface ModelGrant {
  readonly credits: number
  readonly start: number
  readonly expires: number
  revoked: number | null
}

const month = (anchor: number, number: number) => monthsAfter(new Date(anchor), number).getTime()

export class PlanModel {
  readonly purchases = new Map<string, ModelPurchase>()
  readonly grants = new Map<string, ModelGrant>()
  private periods: Array<Period> = []
  /** Known subscriptions of the provider: what follows, null when nothing does. */
  private readonly following = new Map<string, PlanName | null>()
  private live: string | null = null

  private current(time: number) {
    return this.periods.find(({ start, end }) => start <= time && time < end)
  }

  private last() {
    return this.periods.filter(({ start, end }) => start < end).toSorted((a, b) => b.end - a.end)[0]
  }

  private isHigher(plan: PlanName, time: number) {
    const current = this.current(time)
    return current === undefined || plansUpward.indexOf(plan) > plansUpward.indexOf(current.plan)
  }

  state(time: number) {
    const last = this.last()
    return {
      plan: this.current(time)?.plan ?? null,
      paidUntil: last !== undefined && last.end > time ? last.end : null,
      nextPlan: this.live === null ? null : (this.following.get(this.live) ?? null)
    }
  }

  /** What the service should answer. */
  subscribe(plan: PlanName, time: number): "checkout" | "scheduled" | "refused" {
    if (this.isHigher(plan, time)) return "checkout"
    if (this.current(time)?.plan === plan || this.live === null) return "refused"
    this.following.set(this.live, plan)
    return "scheduled"
  }

  mayTopUp(time: number): boolean {
    const current = this.current(time)
    return current !== undefined && current.plan !== "lite"
  }

  /** Undefined when both are right: a subscription that has lapsed for long ends with some poll of the service. */
  cancel(time: number): boolean | undefined {
    const last = this.last()
    if (this.live === null) return false
    this.following.set(this.live, null)
    return last === undefined || last.end + lapsedMillis > time ? true : undefined
  }

  resume(time: number): boolean {
    const last = this.last()
    if (this.live === null || last === undefined || last.end <= time) return false
    this.following.set(this.live, this.current(time)?.plan ?? last.plan)
    return true
  }

  /** The provider would not go on with a subscription, because it is over there. */
  endedAtProvider(subscription: string) {
    this.following.set(subscription, null)
  }

  bought(id: string, purchase: Pick<ModelPurchase, "kind" | "plan" | "credits" | "expires">) {
    if (!this.purchases.has(id)) {
      this.purchases.set(id, { ...purchase, state: "pending", payment: null, subscription: null })
    }
  }

  see(object: ProviderPayment, time: number) {
    const money = object.disputed ? "disputed" : object.refundedCents === object.amountCents ? "refunded" : object.state
    const key = object.purchaseId ?? object.ref
    if (object.purchaseId === null && !this.purchases.has(key)) {
      if (money !== "paid" || object.plan === null || !this.following.has(object.subscriptionRef ?? "")) return
      this.bought(key, { kind: "renewal", plan: object.plan, credits: monthlyCredits[object.plan], expires: 0 })
    }
    const purchase = this.purchases.get(key)
    if (purchase === undefined) return
    const { state } = purchase
    const unpaid = state === "pending" || state === "abandoned"
    if (money === "expired" && state === "pending") purchase.state = "abandoned"
    if (money === "paid" && unpaid) this.credit(purchase, object, time)
    if (money === "refunded" && (unpaid || state === "paid" || state === "refused"))
      this.reverse(purchase, object, time)
    if (money === "disputed" && state !== "disputed") this.reverse(purchase, object, time)
    if (money === "refunded" || money === "disputed") {
      if (purchase.state !== "disputed") purchase.state = money
    }
  }

  private credit(purchase: ModelPurchase, object: ProviderPayment, time: number) {
    const { kind, plan, credits, expires } = purchase
    purchase.payment = object.ref
    purchase.state = "refused"
    if (kind === "top_up") {
      if (!this.mayTopUp(time) || expires <= time || this.current(time)?.end !== expires) return
      this.grants.set(object.ref, { credits, start: time, expires, revoked: null })
    } else {
      const subscription = object.subscriptionRef ?? ""
      const bought = kind === "plan" ? this.isHigher(plan, time) : this.goesOn(subscription)
      if (!bought) {
        this.forgo(subscription)
        return
      }
      const period = kind === "plan" ? this.newMonth(plan, object.ref, time) : this.nextMonth(plan, object.ref, time)
      if (kind === "plan") {
        for (const old of this.periods) if (old.end > time) old.end = Math.max(old.start, time)
        if (this.live !== null) this.following.set(this.live, null)
        this.live = subscription
        this.following.set(subscription, plan)
      }
      this.periods.push(period)
      this.abandonTopUps(time)
      purchase.subscription = subscription
      this.grants.set(object.ref, { credits, start: period.start, expires: period.end, revoked: null })
    }
    purchase.state = "paid"
  }

  /** Those of another period have the price of another plan. */
  private abandonTopUps(time: number) {
    const end = this.current(time)?.end
    for (const purchase of this.purchases.values()) {
      if (purchase.kind === "top_up" && purchase.state === "pending" && purchase.expires !== end) {
        purchase.state = "abandoned"
      }
    }
  }

  private goesOn(subscription: string) {
    return this.live === subscription && (this.following.get(subscription) ?? null) !== null
  }

  private forgo(subscription: string) {
    if (!this.following.has(subscription)) this.following.set(subscription, null)
  }

  private newMonth(plan: PlanName, payment: string, time: number): Period {
    return { plan, start: time, end: month(time, 1), anchor: time, number: 1, payment }
  }

  private nextMonth(plan: PlanName, payment: string, time: number): Period {
    const last = this.last()
    if (last === undefined || time >= last.end + graceMillis) return this.newMonth(plan, payment, time)
    const number = last.number + 1
    return {
      plan,
      start: Math.max(last.end, time),
      end: month(last.anchor, number),
      anchor: last.anchor,
      number,
      payment
    }
  }

  private reverse(purchase: ModelPurchase, object: ProviderPayment, time: number) {
    const grant = this.grants.get(object.ref)
    if (grant === undefined) {
      if (purchase.kind === "plan") this.forgo(object.subscriptionRef ?? "")
      return
    }
    if (grant.revoked !== null) return
    grant.revoked = time
    for (const period of this.periods) {
      if (period.payment === object.ref && period.end > time) period.end = Math.max(period.start, time)
    }
    this.abandonTopUps(time)
    if (grant.expires > time && this.live !== null && this.live === purchase.subscription) {
      this.following.set(this.live, null)
      this.live = null
    }
  }
}
