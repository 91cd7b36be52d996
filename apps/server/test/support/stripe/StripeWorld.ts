/**
 * The world behind the stand-in: what Stripe, its customers and their banks do. It moves when it is told the time. Ids are
 * made of the account and of counts, so that a seed repeats.
 */
import { monthsAfter } from "../../../src/runtime/Time.ts"
import type { Charge, Configuration, Invoice, Session, Subscription } from "./StripeObjects.ts"

const dayMillis = 86_400_000
/** Checkouts are valid for so long. */
const sessionMillis = dayMillis
/** Between attempts to collect a month. */
const retryMillis = 3 * dayMillis

export interface Bank {
  /** Whether this attempt to charge an invoice fails. */
  readonly declines: (invoice: Invoice) => boolean
  /** After so many attempts the subscription is canceled. */
  readonly attempts: number
}

const found = <A>(map: ReadonlyMap<string, A>, id: string): A => {
  const object = map.get(id)
  if (object === undefined) throw new Error(`the stand-in has no ${id}`)
  return object
}

export class StripeWorld {
  now = 0
  readonly customers = new Map<string, { readonly id: string; readonly accountId: string }>()
  readonly products = new Set<string>()
  readonly sessions = new Map<string, Session>()
  readonly subscriptions = new Map<string, Subscription>()
  readonly invoices = new Map<string, Invoice>()
  readonly charges = new Map<string, Charge>()
  readonly configurations = new Map<string, Configuration>()
  /** What has happened, for whoever posts the events. */
  happened: Array<
    readonly [type: string, kind: "charge" | "dispute" | "invoice" | "session" | "subscription", id: string]
  > = []
  private readonly counts = new Map<string, number>()
  bank: Bank

  constructor(bank: Bank) {
    this.bank = bank
  }

  /** 1, 2, 3, … for each name. */
  count(name: string): number {
    const count = (this.counts.get(name) ?? 0) + 1
    this.counts.set(name, count)
    return count
  }

  /** The customer pays on the page of the checkout. Nothing happens the second time. */
  pay(id: string): void {
    const session = found(this.sessions, id)
    if (session.status !== "open") return
    session.status = "complete"
    const name = id.replace("cs_test_", "")
    if (session.mode === "payment") {
      session.intent = this.charge(name, session.amount)
    } else {
      const { customer, product, amount, metadata } = session
      const subscription: Subscription = {
        id: `sub_${name}`,
        customer,
        metadata,
        anchor: this.now,
        product,
        amount,
        status: "active",
        cancelAtPeriodEnd: false,
        months: 0,
        latestInvoice: ""
      }
      this.subscriptions.set(subscription.id, subscription)
      session.subscription = subscription.id
      session.invoice = this.bill(subscription, "subscription_create").id
    }
    this.happened.push(["checkout.session.completed", "session", id])
  }

  expire(id: string): void {
    const session = found(this.sessions, id)
    if (session.status !== "open") return
    session.status = "expired"
    this.happened.push(["checkout.session.expired", "session", id])
  }

  /** The staff gives so much back, or what is left. */
  refund(chargeId: string, cents: number): void {
    const charge = found(this.charges, chargeId)
    charge.refunded = Math.min(charge.amount, charge.refunded + cents)
    this.happened.push(["charge.refunded", "charge", chargeId])
  }

  dispute(chargeId: string, status: Charge["disputes"][number]["status"] = "needs_response"): void {
    const charge = found(this.charges, chargeId)
    charge.disputes.push({ id: `dp_${charge.id.replace("ch_", "")}_${charge.disputes.length + 1}`, status })
    this.happened.push(["charge.dispute.created", "dispute", chargeId])
  }

  /** Everything that is due: expired checkouts, months, further attempts to collect them. */
  advance(now: number): void {
    this.now = now
    for (const { id, status, createdAt } of this.sessions.values()) {
      if (status === "open" && createdAt + sessionMillis <= now) this.expire(id)
    }
    for (const invoice of this.invoices.values()) {
      if (invoice.status === "open" && invoice.nextAttemptAt <= now) this.collect(invoice)
    }
    for (const subscription of this.subscriptions.values()) {
      while (subscription.status === "active" && this.periodEnd(subscription) <= now) this.endMonth(subscription)
    }
  }

  cancel(subscription: Subscription): void {
    subscription.status = "canceled"
    for (const invoice of this.invoices.values()) {
      if (invoice.subscription === subscription.id && invoice.status === "open") {
        invoice.nextAttemptAt = Number.POSITIVE_INFINITY
      }
    }
    this.happened.push(["customer.subscription.deleted", "subscription", subscription.id])
  }

  chargesOf(intent: string): ReadonlyArray<Charge> {
    const charge = this.charges.get(intent.replace("pi_", "ch_"))
    return charge === undefined ? [] : [charge]
  }

  invoicesOf(subscription: string): ReadonlyArray<Invoice> {
    const months = this.subscriptions.get(subscription)?.months ?? 0
    const name = subscription.replace("sub_", "in_")
    return Array.from({ length: months }, (_, index) => this.invoices.get(`${name}_${months - index}`) ?? []).flat()
  }

  private periodEnd({ anchor, months }: Subscription): number {
    return monthsAfter(new Date(anchor), months).getTime()
  }

  private endMonth(subscription: Subscription): void {
    if (subscription.cancelAtPeriodEnd) this.cancel(subscription)
    else this.bill(subscription, "subscription_cycle")
  }

  private bill(subscription: Subscription, reason: Invoice["reason"]): Invoice {
    const createdAt = this.periodEnd(subscription)
    subscription.months += 1
    const invoice: Invoice = {
      id: `${subscription.id.replace("sub_", "in_")}_${subscription.months}`,
      subscription: subscription.id,
      reason,
      product: subscription.product,
      amount: subscription.amount,
      createdAt,
      status: "open",
      intent: null,
      attempts: 0,
      nextAttemptAt: createdAt
    }
    this.invoices.set(invoice.id, invoice)
    subscription.latestInvoice = invoice.id
    this.collect(invoice)
    return invoice
  }

  private collect(invoice: Invoice): void {
    const subscription = found(this.subscriptions, invoice.subscription)
    invoice.attempts += 1
    if (invoice.reason === "subscription_create" || !this.bank.declines(invoice)) {
      invoice.status = "paid"
      invoice.intent = this.charge(invoice.id.replace("in_", ""), invoice.amount)
      subscription.status = "active"
      this.happened.push(["invoice.paid", "invoice", invoice.id])
      return
    }
    invoice.nextAttemptAt += retryMillis
    subscription.status = "past_due"
    this.happened.push(["invoice.payment_failed", "invoice", invoice.id])
    if (invoice.attempts >= this.bank.attempts) this.cancel(subscription)
  }

  private charge(name: string, amount: number): string {
    const intent = `pi_${name}`
    const id = `ch_${name}`
    this.charges.set(id, { id, intent, amount, createdAt: this.now, refunded: 0, disputes: [] })
    return intent
  }
}
