/** Payment by Stripe: its checkout for plans and credits, its subscriptions for renewals, its webhook for events. */
import { Effect, Layer, Stream } from "effect"
import { PaymentProvider, PaymentRefused } from "../PaymentProvider.ts"
import { makeCheckouts } from "./StripeCheckouts.ts"
import { StripeClient, type StripeTransport, unavailable } from "./StripeClient.ts"
import { makeCustomers } from "./StripeCustomers.ts"
import { makeParseEvent } from "./StripeEvents.ts"
import { makePayments } from "./StripePayments.ts"
import { makePortal } from "./StripePortal.ts"
import { stripeSettings, type StripeSettings } from "./StripeSettings.ts"
import { makeSubscriptions } from "./StripeSubscriptions.ts"

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
