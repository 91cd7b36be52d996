/** The plan that a Stripe subscription continues with. A change costs and refunds nothing before the next month. */
import { type PlanName, plans } from "@heddle/api"
import { Effect, Option } from "effect"
import type { Stripe } from "stripe"
import { PaymentRefused } from "../PaymentProvider.ts"
import { optional, StripeClient } from "./StripeClient.ts"
import { idOf } from "./StripeMoney.ts"
import { makeProducts, monthlyPrice, productId } from "./StripeProducts.ts"

const over: ReadonlySet<Stripe.Subscription.Status> = new Set(["canceled", "incomplete_expired"])
/** In every other state Stripe is still trying to collect a month. */
const paid: ReadonlySet<Stripe.Subscription.Status> = new Set(["active", "trialing"])

export const makeSubscriptions = Effect.gen(function* () {
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
