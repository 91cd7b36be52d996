/** What the stand-in keeps, and how Stripe shows it. The shapes are checked against the types of Stripe's library. */
import type { Stripe } from "stripe"

export interface Session {
  readonly id: string
  readonly mode: "payment" | "subscription"
  readonly customer: string
  readonly accountId: string
  readonly product: string
  readonly amount: number
  readonly metadata: Readonly<Record<string, string>>
  readonly successUrl: string
  readonly createdAt: number
  status: "open" | "complete" | "expired"
  intent: string | null
  subscription: string | null
  invoice: string | null
}

export interface Subscription {
  readonly id: string
  readonly customer: string
  readonly metadata: Readonly<Record<string, string>>
  readonly anchor: number
  product: string
  amount: number
  status: "active" | "past_due" | "canceled"
  cancelAtPeriodEnd: boolean
  /** How many months were billed. */
  months: number
  latestInvoice: string
}

export interface Invoice {
  readonly id: string
  readonly subscription: string
  readonly reason: "subscription_create" | "subscription_cycle"
  readonly product: string
  readonly amount: number
  readonly createdAt: number
  status: "open" | "paid" | "void"
  intent: string | null
  attempts: number
  nextAttemptAt: number
}

export interface Charge {
  readonly id: string
  readonly intent: string
  readonly amount: number
  readonly createdAt: number
  refunded: number
  disputes: Array<{ readonly id: string; status: Stripe.Dispute.Status }>
}

export interface Configuration {
  readonly id: string
  readonly metadata: Readonly<Record<string, string>>
}

type Shown<T> = T extends object ? { [Key in keyof T]?: Shown<T[Key]> } : T

const seconds = (millis: number): number => Math.floor(millis / 1_000)

export const list = (url: string, data: ReadonlyArray<unknown>) => ({ object: "list", url, has_more: false, data })

export const showSession = (session: Session): Shown<Stripe.Checkout.Session> => ({
  id: session.id,
  object: "checkout.session",
  mode: session.mode,
  customer: session.customer,
  client_reference_id: session.accountId,
  amount_total: session.amount,
  amount_subtotal: session.amount,
  currency: "usd",
  created: seconds(session.createdAt),
  status: session.status,
  payment_status: session.status === "complete" ? "paid" : "unpaid",
  payment_intent: session.intent,
  subscription: session.subscription,
  invoice: session.invoice,
  metadata: { ...session.metadata },
  success_url: session.successUrl,
  url: session.status === "open" ? `https://checkout.stripe.test/${session.id}` : null,
  livemode: false
})

export const showIntent = (id: string, amount: number): Shown<Stripe.PaymentIntent> => ({
  id,
  object: "payment_intent",
  amount,
  amount_received: amount,
  currency: "usd",
  status: "succeeded",
  livemode: false
})

export const showSubscription = (subscription: Subscription): Shown<Stripe.Subscription> => ({
  id: subscription.id,
  object: "subscription",
  customer: subscription.customer,
  status: subscription.status,
  cancel_at_period_end: subscription.cancelAtPeriodEnd,
  latest_invoice: subscription.latestInvoice,
  metadata: { ...subscription.metadata },
  items: {
    object: "list",
    data: [
      {
        id: `si_${subscription.id}`,
        object: "subscription_item",
        price: { object: "price", product: subscription.product, unit_amount: subscription.amount, currency: "usd" },
        quantity: 1
      }
    ]
  },
  livemode: false
})

export const showInvoice = (invoice: Invoice, { metadata, customer }: Subscription): Shown<Stripe.Invoice> => ({
  id: invoice.id,
  object: "invoice",
  customer,
  billing_reason: invoice.reason,
  status: invoice.status,
  created: seconds(invoice.createdAt),
  currency: "usd",
  subtotal: invoice.amount,
  total: invoice.amount,
  amount_paid: invoice.status === "paid" ? invoice.amount : 0,
  parent: {
    type: "subscription_details",
    quote_details: null,
    subscription_details: { subscription: invoice.subscription, metadata: { ...metadata } }
  },
  lines: {
    object: "list",
    data: [
      {
        object: "line_item",
        amount: invoice.amount,
        parent: { type: "subscription_item_details", subscription_item_details: { proration: false } },
        pricing: { type: "price_details", price_details: { product: invoice.product } }
      }
    ]
  },
  livemode: false
})

export const showInvoicePayment = (invoice: Invoice): Shown<Stripe.InvoicePayment> => ({
  id: `inpay_${invoice.id}`,
  object: "invoice_payment",
  invoice: invoice.id,
  status: invoice.status === "paid" ? "paid" : "open",
  payment: { type: "payment_intent", payment_intent: invoice.intent ?? "" }
})

export const showCharge = (charge: Charge): Shown<Stripe.Charge> => ({
  id: charge.id,
  object: "charge",
  payment_intent: charge.intent,
  amount: charge.amount,
  amount_captured: charge.amount,
  amount_refunded: charge.refunded,
  refunded: charge.refunded === charge.amount,
  disputed: charge.disputes.length > 0,
  currency: "usd",
  status: "succeeded",
  livemode: false
})

export const showDispute = (charge: Charge, id: string): Shown<Stripe.Dispute> => ({
  id,
  object: "dispute",
  charge: charge.id,
  payment_intent: charge.intent,
  amount: charge.amount,
  status: charge.disputes.find((dispute) => dispute.id === id)?.status ?? "lost",
  livemode: false
})

export const showRefund = (charge: Charge, id: string, amount: number): Shown<Stripe.Refund> => ({
  id,
  object: "refund",
  charge: charge.id,
  payment_intent: charge.intent,
  amount,
  status: "succeeded"
})
