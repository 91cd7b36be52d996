/**
 * The plans and credits as products of Stripe. Their ids are ours, so that an invoice tells its plan and nobody has to set
 * them up; what they cost is said at each checkout, so that a change of a price needs no change at Stripe.
 */
import { PlanName, plans, topUpUnitCredits } from "@heddle/api"
import { Effect } from "effect"
import { StripeClient, type StripeFailure } from "./StripeClient.ts"

type Item = PlanName | "credits"

export const currency = "usd"
const prefix = "heddle_"

export const productId = (item: Item): string => `${prefix}${item}`

/** The plan of a product; null when it is none. */
export const planOfProduct = (id: string): PlanName | null =>
  PlanName.literals.find((plan) => productId(plan) === id) ?? null

export const monthlyPrice = (plan: PlanName, cents: number) => ({
  currency,
  product: productId(plan),
  recurring: { interval: "month" as const },
  unit_amount: cents
})

const nameOf = (item: Item): string =>
  item === "credits" ? `${topUpUnitCredits.toLocaleString("en")} credits` : plans[item].title

/** Makes the products that do not exist yet; each process asks once. */
export const makeProducts = Effect.gen(function* () {
  const stripe = yield* StripeClient
  const known = new Set<Item>()
  return Effect.fn("StripeProducts.ensure")(function* (item: Item): Effect.fn.Return<void, StripeFailure> {
    if (known.has(item)) return
    const params = { id: productId(item), name: nameOf(item) }
    yield* stripe
      .use("create product", ({ products }) => products.create(params))
      .pipe(
        Effect.catch((failure) => (failure.code === "resource_already_exists" ? Effect.void : Effect.fail(failure)))
      )
    known.add(item)
  })
})
