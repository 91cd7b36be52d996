/** Pages of Stripe on which a customer pays: a subscription for a plan, a single payment for credits. */
import { topUpUnitCredits } from "@heddle/api"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import type { Stripe } from "stripe"
import type { CheckoutRequest } from "../PaymentProvider.ts"
import { StripeClient } from "./StripeClient.ts"
import type { makeCustomers } from "./StripeCustomers.ts"
import { currency, makeProducts, monthlyPrice, productId } from "./StripeProducts.ts"
import type { StripeSettings } from "./StripeSettings.ts"

type Customers = Effect.Success<ReturnType<typeof makeCustomers>>

/** The key in the metadata of Stripe's objects by which an event finds its purchase. */
export const purchaseKey = "purchase_id"

const contentOf = (request: CheckoutRequest): Partial<Stripe.Checkout.SessionCreateParams> => {
  const { kind, plan, credits, priceCents } = request
  const metadata = { [purchaseKey]: request.purchaseId, account_id: request.accountId }
  if (kind !== "top_up") {
    return {
      mode: "subscription",
      line_items: [{ price_data: monthlyPrice(plan, priceCents), quantity: 1 }],
      subscription_data: { metadata },
      metadata
    }
  }
  const units = credits / topUpUnitCredits
  const price = { currency, product: productId("credits"), unit_amount: priceCents / units }
  return {
    mode: "payment",
    line_items: [{ price_data: price, quantity: units }],
    payment_intent_data: { metadata },
    metadata
  }
}

export const makeCheckouts = Effect.fnUntraced(function* ({ serviceUrl }: StripeSettings, customers: Customers) {
  const stripe = yield* StripeClient
  const ensureProduct = yield* makeProducts

  const open = Effect.fnUntraced(function* (request: CheckoutRequest, customer: string) {
    const back = `${serviceUrl}/portal/credits?purchase=${request.purchaseId}&checkout=`
    const params: Stripe.Checkout.SessionCreateParams = {
      ...contentOf(request),
      customer,
      client_reference_id: request.accountId,
      success_url: `${back}done`,
      cancel_url: `${back}cancelled`
    }
    // Stripe refuses a known key with other parameters, such as after a change of HEDDLE_BASE_URL.
    const digest = createHash("sha256").update(JSON.stringify(params)).digest("hex").slice(0, 16)
    const idempotencyKey = `${request.purchaseId} ${digest}`
    return yield* stripe.use("create checkout", ({ checkout }) => checkout.sessions.create(params, { idempotencyKey }))
  })

  return Effect.fn("StripeCheckouts.create")(function* (request: CheckoutRequest) {
    yield* ensureProduct(request.kind === "top_up" ? "credits" : request.plan)
    const { id, url } = yield* customers.withCustomer(request.accountId, (customer) => open(request, customer))
    return { ref: id, url }
  })
})
