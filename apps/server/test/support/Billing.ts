/** Buying over a test database, with each of the providers that live in it. */
import type { AccountId } from "@heddle/api"
import { Effect, Layer } from "effect"
import { Accounts } from "../../src/accounts/customers/Accounts.ts"
import { BillingNoProvider } from "../../src/billing/Billing.ts"
import { type FakeOptions, fakePayments } from "../../src/billing/providers/FakePayments.ts"
import { ManualPayments } from "../../src/billing/providers/ManualPayments.ts"
import { Purchases } from "../../src/billing/purchases/Purchases.ts"
import { Reconciliation } from "../../src/billing/purchases/Reconciliation.ts"
import { Grants } from "../../src/credits/ledger/Grants.ts"
import { Ledger } from "../../src/credits/ledger/Ledger.ts"
import { newId } from "../../src/runtime/Ids.ts"

/** Slow, forgetful and doubling: what a provider may be. */
export const badManners: FakeOptions = {
  seed: 7,
  payWithinMillis: 3 * 3_600_000,
  neverPaid: 0.1,
  lost: 0.35,
  doubled: 0.3,
  delayWithinMillis: 36 * 3_600_000
}

export const Foundations = Layer.mergeAll(Ledger.layer, Grants.layer, Accounts.layer)

export const providers = [
  {
    name: "manual",
    layer: BillingNoProvider.pipe(Layer.provideMerge(Foundations), Layer.provideMerge(ManualPayments))
  },
  {
    name: "fake",
    layer: BillingNoProvider.pipe(Layer.provideMerge(Foundations), Layer.provideMerge(fakePayments(badManners)))
  }
] as const

export const newAccount = Effect.gen(function* () {
  return (yield* (yield* Accounts).create(`${yield* newId("acct")}@example.com`)).id
})

/** Buys a plan and pays it; answers the purchase. */
export const buy = Effect.fnUntraced(function* (accountId: AccountId, plan: "lite" | "standard" | "plus" | "premium") {
  const purchases = yield* Purchases
  const subscribed = yield* purchases.subscribe(accountId, plan)
  if (subscribed.outcome !== "checkout") return yield* Effect.die(new Error(`${plan} was not for sale`))
  return yield* purchases.confirm(subscribed.purchase.id)
})

/** Reconciles until nothing is due any more. */
export const reconcile = Effect.gen(function* () {
  const { run } = yield* Reconciliation
  while ((yield* run) > 0);
})
