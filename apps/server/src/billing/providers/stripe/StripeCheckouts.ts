/** Pages of Stripe on which a customer pays: a subscription for a plan, a single payment for credits. */
import { type AccountId, topUpUnitCredits } from "@heddle/api"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import type { Stripe } from "stripe"
import { accountContact } from "../../../accounts/customers/AccountRows.ts"
import { now } from "../../../runtime/Time.ts"
import type { CheckoutRequest } from "../PaymentProvider.ts"
import { isMissing, StripeClient, type StripeFailure } from "./StripeClient.ts"
import { currency, makeProducts, monthlyPrice, productId } from "./StripeProducts.ts"
import type { StripeSettings } from "./StripeSettings.ts"

/** The customer of each account, created with its first checkout and kept, so that cards and invoices stay together. */
export const makeCustomers = Effect.fnUntraced(function* (provider: string) {
  const sql = yield* SqlClient.SqlClient
  const stripe = yield* StripeClient

  const find = (accountId: AccountId) =>
    Effect.map(
      sql<{ readonly ref: string }>`
        SELECT ref FROM payment_customers WHERE provider = ${provider} AND account_id = ${accountId}`,
      ([row]) => row?.ref
    )

  /** Of two processes the first one's customer is kept. `replaced` is a customer that no longer exists. */
  const keep = Effect.fnUntraced(function* (accountId: AccountId, ref: string, replaced: string | undefined) {
    yield* sql`
      INSERT INTO payment_customers (provider, account_id, ref, created_at)
      VALUES (${provider}, ${accountId}, ${ref}, ${yield* now})
      ON CONFLICT (provider, account_id) DO UPDATE SET ref = excluded.ref, created_at = excluded.created_at
      WHERE payment_customers.ref = ${replaced ?? null}`
    return (yield* find(accountId)) ?? ref
  }, Effect.orDie)

  const create = Effect.fnUntraced(function* (accountId: AccountId, replaced: string | undefined) {
    const contact = yield* Effect.orDie(accountContact(sql, accountId))
    const email = Option.map(contact, ({ email }) => ({ email }))
    const params = { ...Option.getOrElse(email, () => ({})), metadata: { account_id: accountId } }
    const idempotencyKey = `customer ${accountId} ${replaced ?? "first"}`
    const { id } = yield* stripe.use("create customer", ({ customers }) => customers.create(params, { idempotencyKey }))
    return yield* keep(accountId, id, replaced)
  })

  const of = Effect.fn("StripeCustomers.of")(function* (accountId: AccountId) {
    return (yield* Effect.orDie(find(accountId))) ?? (yield* create(accountId, undefined))
  })

  /** Runs with the account's customer; with a new one if it was deleted at Stripe. */
  const withCustomer = <A, R>(accountId: AccountId, run: (customer: string) => Effect.Effect<A, StripeFailure, R>) =>
    Effect.gen(function* () {
      const customer = yield* of(accountId)
      return yield* Effect.catch(run(customer), (failure) =>
        isMissing(failure) && failure.param === "customer"
          ? Effect.flatMap(create(accountId, customer), run)
          : Effect.fail(failure)
      )
    })

  return { withCustomer }
})

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
