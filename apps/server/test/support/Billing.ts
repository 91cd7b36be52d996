/** Buying over a test database, with each of the providers that live in it. */
import type { AccountId } from "@heddle/api"
import { ConfigProvider, Effect, Layer, Option } from "effect"
import { Accounts } from "../../src/accounts/customers/Accounts.ts"
import { BillingNoProvider } from "../../src/billing/Billing.ts"
import { faultless, type StandInOptions } from "./stripe/StripeStandIn.ts"
import type { FakeOptions } from "../../src/billing/providers/FakePayments.ts"
import { Purchases } from "../../src/billing/purchases/Purchases.ts"
import { Reconciliation } from "../../src/billing/purchases/Reconciliation.ts"
import { Grants } from "../../src/credits/ledger/Grants.ts"
import { Ledger } from "../../src/credits/ledger/Ledger.ts"
import { MailQueue } from "../../src/mail/MailQueue.ts"
import { type PurchaseId } from "../../src/runtime/Ids.ts"
import { Settings } from "../../src/runtime/Settings.ts"
import { fakeSide, manualSide, ProviderSide, stripeSide } from "./ProviderSide.ts"

/** Slow, forgetful and doubling: what a provider may be. */
export const badManners: FakeOptions = {
  seed: 7,
  payWithinMillis: 3 * 3_600_000,
  neverPaid: 0.1,
  lost: 0.35,
  doubled: 0.3,
  delayWithinMillis: 36 * 3_600_000
}

/** The same, and calls fail, before they took effect or after; banks decline. */
export const badStandIn: StandInOptions = {
  ...faultless,
  ...badManners,
  declined: 0.2,
  // The model knows no subscription that the provider gives up.
  attempts: 100,
  failedBefore: 0.04,
  failedAfter: 0.04
}

export const operatorMail = "operator@example.com"

export const Foundations = Layer.mergeAll(Ledger.layer, Grants.layer, Accounts.layer, MailQueue.layer).pipe(
  Layer.provideMerge(Settings.layer),
  Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ HEDDLE_OPERATOR_MAIL: operatorMail })))
)

const Services = BillingNoProvider.pipe(Layer.provideMerge(Foundations))

export const providers = [
  { name: "manual", layer: Services.pipe(Layer.provideMerge(manualSide)) },
  { name: "fake", layer: Services.pipe(Layer.provideMerge(fakeSide(badManners))) },
  { name: "stripe", layer: Services.pipe(Layer.provideMerge(stripeSide(faultless))) }
] as const

/** The customer pays, and the service looks; by hand where the test plays no provider. Answers the purchase. */
export const pay = Effect.fnUntraced(function* (accountId: AccountId, id: PurchaseId) {
  const purchases = yield* Purchases
  const side = yield* Effect.serviceOption(ProviderSide)
  if (Option.isNone(side)) return yield* purchases.confirm(id)
  const find = Effect.flatMap(purchases.list(accountId), (all) =>
    Effect.fromNullishOr(all.find((one) => one.id === id))
  )
  const purchase = yield* find
  yield* side.value.pay(purchase.checkoutRef ?? "")
  return yield* purchases.refresh(purchase)
})

/** Buys a plan and pays it; answers the purchase. */
export const buy = Effect.fnUntraced(function* (accountId: AccountId, plan: "lite" | "standard" | "plus" | "premium") {
  const purchases = yield* Purchases
  const subscribed = yield* purchases.subscribe(accountId, plan)
  if (subscribed.outcome !== "checkout") return yield* Effect.die(new Error(`${plan} was not for sale`))
  return yield* pay(accountId, subscribed.purchase.id)
})

/** Reconciles until nothing is due any more. */
export const reconcile = Effect.gen(function* () {
  const { run } = yield* Reconciliation
  while ((yield* run) > 0);
})
