/** Payment by Stripe: its checkout for plans and credits, its subscriptions for renewals, its webhook for events. */
import { type AccountId, type PlanName, plans } from "@heddle/api"
import { Effect, Layer, Option, Schema, Stream } from "effect"
import type { Stripe } from "stripe"
import { now } from "../../../runtime/Time.ts"
import { PaymentProvider, PaymentRefused, type RawEvent } from "../PaymentProvider.ts"
import { makeCheckouts, makeCustomers } from "./StripeCheckouts.ts"
import { optional, StripeClient, type StripeTransport, unavailable } from "./StripeClient.ts"
import { idOf } from "./StripeMoney.ts"
import { makePayments } from "./StripePayments.ts"
import { makeProducts, monthlyPrice, productId } from "./StripeProducts.ts"
import { stripeSettings, type StripeSettings } from "./StripeSettings.ts"

/** The plan that a Stripe subscription continues with. A change costs and refunds nothing before the next month. */
const over: ReadonlySet<Stripe.Subscription.Status> = new Set(["canceled", "incomplete_expired"])
/** In every other state Stripe is still trying to collect a month. */
const paid: ReadonlySet<Stripe.Subscription.Status> = new Set(["active", "trialing"])

const makeSubscriptions = Effect.gen(function* () {
  const stripe = yield* StripeClient
  const ensureProduct = yield* makeProducts

  const update = (ref: string, params: Stripe.SubscriptionUpdateParams) =>
    stripe.use("update subscription", (api) => api.subscriptions.update(ref, params))

  /** With the month that was paid; at once when the last month was not, so that Stripe stops asking for it. */
  const end = Effect.fnUntraced(function* ({ id, status, cancel_at_period_end }: Stripe.Subscription) {
    if (!paid.has(status)) yield* stripe.use("cancel subscription", (api) => api.subscriptions.cancel(id))
    else if (!cancel_at_period_end) yield* update(id, { cancel_at_period_end: true })
  })

  const goOn = Effect.fnUntraced(function* (subscription: Stripe.Subscription, plan: PlanName) {
    const { id, cancel_at_period_end, items } = subscription
    const item = items.data[0]
    const isSame = idOf(item?.price.product) === productId(plan)
    if (isSame && !cancel_at_period_end) return
    if (!isSame) yield* ensureProduct(plan)
    const price_data = monthlyPrice(plan, plans[plan].usdPerMonth * 100)
    const change = isSame || item === undefined ? {} : { items: [{ id: item.id, price_data }] }
    yield* update(id, { cancel_at_period_end: false, proration_behavior: "none", ...change })
  })

  return Effect.fn("StripeSubscriptions.setRenewal")(function* (ref: string, plan: PlanName | null) {
    const found = yield* optional(stripe.use("get subscription", (api) => api.subscriptions.retrieve(ref)))
    const isOver = Option.isNone(found) || over.has(found.value.status)
    if (!isOver) return yield* plan === null ? end(found.value) : goOn(found.value, plan)
    if (plan !== null) {
      return yield* new PaymentRefused({
        detail: `Subscription ${ref} has ended at Stripe; the customer must buy a plan again.`
      })
    }
  })
})

/**
 * Stripe's page on which customers see their invoices and change their card and address. Plans are changed here and not
 * there: our own configuration leaves that out, and needs no set-up by hand.
 */
type Customers = Effect.Success<ReturnType<typeof makeCustomers>>

/** Raised when `features` changes: a configuration of another version is left alone. */
const version = "1"
const versionKey = "heddle_version"
const page = 100

const features: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  customer_update: { enabled: true, allowed_updates: ["name", "address", "tax_id"] },
  subscription_cancel: { enabled: false },
  subscription_update: { enabled: false }
}

const makePortal = Effect.fnUntraced(function* (customers: Customers) {
  const stripe = yield* StripeClient
  let known: string | undefined

  const configuration = Effect.gen(function* () {
    if (known !== undefined) return known
    const { data } = yield* stripe.use("list portal configurations", ({ billingPortal }) =>
      billingPortal.configurations.list({ active: true, limit: page })
    )
    const ours = data.find(({ metadata }) => metadata?.[versionKey] === version)
    known = (ours ?? (yield* create)).id
    return known
  })

  const create = stripe.use("create portal configuration", ({ billingPortal }) =>
    billingPortal.configurations.create(
      { features, metadata: { [versionKey]: version } },
      { idempotencyKey: `portal configuration ${version}` }
    )
  )

  return Effect.fn("StripePortal.open")(function* (accountId: AccountId, return_url: string) {
    const used = yield* configuration
    return yield* customers.withCustomer(accountId, (customer) =>
      stripe.use("open portal", ({ billingPortal }) =>
        billingPortal.sessions.create({ customer, return_url, configuration: used })
      )
    )
  })
})

/** Events of Stripe: whose signature is right, and which object they are about. Of anything else in them nothing is believed. */
const signatureHeader = "stripe-signature"

const Reference = Schema.optionalKey(Schema.NullOr(Schema.String))

const Event = Schema.Struct({
  data: Schema.Struct({
    object: Schema.Struct({ object: Schema.String, id: Schema.String, payment_intent: Reference, charge: Reference })
  })
})

/** As Stripe makes them. Anything else would be asked for again and again. */
const idForm = /^\w{1,255}$/

/** Null for an object that no payment depends on, such as a customer. */
const refOf = ({ object, id, payment_intent, charge }: (typeof Event.Type)["data"]["object"]): string | null => {
  switch (object) {
    case "checkout.session":
    case "invoice":
    case "subscription":
      return id
    case "charge":
      return payment_intent ?? id
    case "refund":
    case "dispute":
      return payment_intent ?? charge ?? null
    default:
      return null
  }
}

const makeParseEvent = Effect.gen(function* () {
  const stripe = yield* StripeClient
  return Effect.fn("StripeEvents.parse")(
    function* ({ body, headers }: RawEvent) {
      const event = yield* stripe.verified(body, headers[signatureHeader] ?? "", (yield* now).getTime())
      const { data } = yield* Schema.decodeUnknownEffect(Event)(event)
      const ref = refOf(data.object)
      return { ref: ref !== null && idForm.test(ref) ? ref : null }
    },
    Effect.catchTag("StripeFailure", () =>
      Effect.fail(
        new PaymentRefused({
          detail:
            "The event's signature is wrong or too old. Check that HEDDLE_STRIPE_WEBHOOK_SECRET is the secret of this endpoint."
        })
      )
    ),
    Effect.catchTag("SchemaError", () =>
      Effect.fail(new PaymentRefused({ detail: "The event does not have the format of Stripe." }))
    )
  )
})

/** Objects of test mode do not exist in live mode, so that purchases of one are not those of the other. */
export const stripeName = ({ isLive }: Pick<StripeSettings, "isLive">): string => (isLive ? "stripe" : "stripe_test")

const make = Effect.fnUntraced(function* (settings: StripeSettings) {
  const name = stripeName(settings)
  const customers = yield* makeCustomers(name)
  const createCheckout = yield* makeCheckouts(settings, customers)
  const openPortal = yield* makePortal(customers)
  const parseEvent = yield* makeParseEvent
  const payments = yield* makePayments
  const setRenewal = yield* makeSubscriptions
  return PaymentProvider.of({
    name,
    renewsByItself: true,
    createCheckout: (request) => Effect.catchTag(createCheckout(request), "StripeFailure", unavailable),
    parseEvent,
    // They arrive at the webhook.
    events: Stream.never,
    fetch: (ref) => Effect.catchTag(payments.fetch(ref), "StripeFailure", unavailable),
    renewals: (subscriptionRef) => Effect.catchTag(payments.renewals(subscriptionRef), "StripeFailure", unavailable),
    refund: (ref) => Effect.catchTag(payments.refund(ref), "StripeFailure", unavailable),
    setRenewal: (ref, plan) => Effect.catchTag(setRenewal(ref, plan), "StripeFailure", unavailable),
    confirm: () =>
      new PaymentRefused({
        detail:
          "Stripe handles this server's payments, so they cannot be confirmed by hand. Grant credits or a plan instead."
      }),
    customerPortal: (accountId, returnUrl) =>
      openPortal(accountId, returnUrl).pipe(
        Effect.map(({ url }) => ({ url })),
        Effect.catchTag("StripeFailure", unavailable)
      )
  })
})

export const stripePayments = (settings: StripeSettings, transport?: StripeTransport) =>
  Layer.effect(PaymentProvider, make(settings)).pipe(Layer.provide(StripeClient.layer(settings, transport)))

/** As the settings say; the log says which money moves. */
export const StripePayments = Layer.unwrap(
  Effect.gen(function* () {
    const settings = yield* stripeSettings
    yield* Effect.logInfo(
      settings.isLive
        ? "Payments by Stripe with a live key: customers pay real money."
        : "Payments by Stripe with a test key: no money moves."
    )
    return stripePayments(settings)
  })
)
