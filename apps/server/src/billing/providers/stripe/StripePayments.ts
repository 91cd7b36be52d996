/**
 * Stripe's objects as payments. A top-up is its checkout session; a month of a plan is its invoice, the first month as
 * well as the later ones.
 */
import { Effect, Option, Schema } from "effect"
import type { Stripe } from "stripe"
import { PurchaseId } from "../../../runtime/Ids.ts"
import type { ProviderPayment } from "../PaymentProvider.ts"
import { purchaseKey } from "./StripeCheckouts.ts"
import { optional, StripeClient, type StripeFailure } from "./StripeClient.ts"
import { idOf, makeMoney } from "./StripeMoney.ts"
import { planOfProduct } from "./StripeProducts.ts"

/** Renewals of a subscription that are returned (`PaymentProvider.renewals`). */
const maxRenewals = 24
/** Invoices and sessions that are read at once. */
const concurrency = 4

type Found = Effect.Effect<Option.Option<ProviderPayment>, StripeFailure>

const purchaseOf = (metadata: Stripe.Metadata | null | undefined): PurchaseId | null =>
  Option.getOrNull(Schema.decodeUnknownOption(PurchaseId)(metadata?.[purchaseKey]))

/** What a plan of ours was billed for; lines of a proration do not count. */
const planOf = ({ lines }: Stripe.Invoice): ProviderPayment["plan"] => {
  const products = lines.data
    .filter(({ parent }) => parent?.subscription_item_details?.proration !== true)
    .map(({ pricing }) => planOfProduct(idOf(pricing?.price_details?.product) ?? ""))
  return products.find((plan) => plan !== null) ?? null
}

const intentsOf = ({ payments }: Stripe.Invoice): ReadonlyArray<string> =>
  (payments?.data ?? [])
    .filter(({ status }) => status === "paid")
    .flatMap(({ payment }) => idOf(payment.payment_intent) ?? [])

const invoiceStates: Readonly<Record<string, ProviderPayment["state"]>> = {
  paid: "paid",
  void: "expired",
  uncollectible: "expired"
}

/** After a bank transfer or debit that failed, its session stays complete and unpaid for ever. */
const failedIntents: ReadonlySet<string> = new Set(["canceled", "requires_payment_method"])

const sessionState = (
  { status, payment_status }: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | undefined
): ProviderPayment["state"] => {
  if (payment_status !== "unpaid" && status === "complete") return "paid"
  if (status === "expired") return "expired"
  return status === "complete" && intent !== undefined && failedIntents.has(intent.status) ? "expired" : "open"
}

export const makePayments = Effect.gen(function* () {
  const stripe = yield* StripeClient
  const money = yield* makeMoney

  /** Nothing was charged when a coupon or the customer's balance covered it; then the price stands for it. */
  const withMoney = Effect.fnUntraced(function* (
    payment: Omit<ProviderPayment, "amountCents" | "refundedCents" | "disputed">,
    intents: ReadonlyArray<string>,
    priceCents: number
  ) {
    const { paidCents, refundedCents, disputed } =
      payment.state === "paid" ? yield* money.of(intents) : { paidCents: 0, refundedCents: 0, disputed: false }
    return { ...payment, amountCents: paidCents > 0 ? paidCents : priceCents, refundedCents, disputed }
  })

  const ofInvoice = Effect.fnUntraced(function* (invoice: Stripe.Invoice) {
    const subscription = invoice.parent?.subscription_details
    // Each renewal has the metadata of the subscription as well, and with it the purchase of the first month.
    const isFirst = invoice.billing_reason === "subscription_create"
    return yield* withMoney(
      {
        ref: invoice.id,
        purchaseId: isFirst ? purchaseOf(subscription?.metadata) : null,
        subscriptionRef: idOf(subscription?.subscription) ?? null,
        plan: planOf(invoice),
        state: invoiceStates[invoice.status ?? ""] ?? "open"
      },
      intentsOf(invoice),
      invoice.subtotal
    )
  })

  const invoice = Effect.fnUntraced(function* (ref: string) {
    const found = yield* optional(
      stripe.use("get invoice", ({ invoices }) => invoices.retrieve(ref, { expand: ["payments"] }))
    )
    return Option.isNone(found) ? Option.none<ProviderPayment>() : Option.some(yield* ofInvoice(found.value))
  })

  const ofSession = Effect.fnUntraced(function* (session: Stripe.Checkout.Session) {
    const billed = idOf(session.invoice)
    if (session.mode === "subscription" && billed !== undefined) return yield* invoice(billed)
    const intent = typeof session.payment_intent === "string" ? undefined : (session.payment_intent ?? undefined)
    const payment = yield* withMoney(
      {
        ref: session.id,
        purchaseId: purchaseOf(session.metadata),
        subscriptionRef: idOf(session.subscription) ?? null,
        plan: null,
        state: sessionState(session, intent)
      },
      intent === undefined ? [] : [intent.id],
      session.amount_subtotal ?? 0
    )
    return Option.some(payment)
  })

  const session = Effect.fnUntraced(function* (ref: string) {
    const found = yield* optional(
      stripe.use("get checkout", ({ checkout }) => checkout.sessions.retrieve(ref, { expand: ["payment_intent"] }))
    )
    return Option.isNone(found) ? Option.none<ProviderPayment>() : yield* ofSession(found.value)
  })

  /** What a payment intent paid: an invoice or a session. */
  const ofIntent = Effect.fnUntraced(function* (payment_intent: string) {
    const { data: payments } = yield* stripe.use("find invoice", ({ invoicePayments }) =>
      invoicePayments.list({ payment: { type: "payment_intent", payment_intent }, limit: 1 })
    )
    const billed = idOf(payments[0]?.invoice)
    if (billed !== undefined) return yield* invoice(billed)
    const { data: sessions } = yield* stripe.use("find checkout", ({ checkout }) =>
      checkout.sessions.list({ payment_intent, limit: 1 })
    )
    const paid = sessions[0]?.id
    return paid === undefined ? Option.none<ProviderPayment>() : yield* session(paid)
  })

  const ofCharge = Effect.fnUntraced(function* (ref: string) {
    const found = yield* optional(stripe.use("get charge", ({ charges }) => charges.retrieve(ref)))
    const intent = Option.isNone(found) ? undefined : idOf(found.value.payment_intent)
    return intent === undefined ? Option.none<ProviderPayment>() : yield* ofIntent(intent)
  })

  const ofSubscription = Effect.fnUntraced(function* (ref: string) {
    const found = yield* optional(stripe.use("get subscription", (api) => api.subscriptions.retrieve(ref)))
    const billed = Option.isNone(found) ? undefined : idOf(found.value.latest_invoice)
    return billed === undefined ? Option.none<ProviderPayment>() : yield* invoice(billed)
  })

  const finders: Readonly<Record<string, (ref: string) => Found>> = {
    cs: session,
    in: invoice,
    pi: ofIntent,
    ch: ofCharge,
    py: ofCharge,
    sub: ofSubscription
  }

  /** By the id of any object that leads to a payment. */
  const fetch = Effect.fn("StripePayments.fetch")(function* (ref: string) {
    const find = finders[ref.split("_", 1)[0] ?? ""]
    return find === undefined ? Option.none<ProviderPayment>() : yield* find(ref)
  })

  const renewals = Effect.fn("StripePayments.renewals")(function* (subscription: string) {
    const { data } = yield* stripe.use("list invoices", ({ invoices }) =>
      // One more, for the first month.
      invoices.list({ subscription, limit: maxRenewals + 1, expand: ["data.payments"] })
    )
    const later = data.filter(({ billing_reason }) => billing_reason !== "subscription_create").slice(0, maxRenewals)
    return yield* Effect.forEach(later, ofInvoice, { concurrency })
  })

  const intentsOfPayment = Effect.fnUntraced(function* (ref: string) {
    if (ref.startsWith("in_")) {
      return intentsOf(
        yield* stripe.use("get invoice", ({ invoices }) => invoices.retrieve(ref, { expand: ["payments"] }))
      )
    }
    const { payment_intent } = yield* stripe.use("get checkout", ({ checkout }) => checkout.sessions.retrieve(ref))
    const intent = idOf(payment_intent)
    return intent === undefined ? [] : [intent]
  })

  const refund = Effect.fn("StripePayments.refund")(function* (ref: string) {
    yield* money.refundAll(yield* intentsOfPayment(ref))
  })

  return { fetch, renewals, refund }
})
