/** The layer and background tasks of this folder. */
import { Effect, Layer } from "effect"
import { Settings } from "../runtime/Settings.ts"
import { fakeDefaults, fakePayments } from "./providers/FakePayments.ts"
import { ManualPayments } from "./providers/ManualPayments.ts"
import { StripePayments } from "./providers/stripe/StripeProvider.ts"
import { ApplyPayment } from "./purchases/ApplyPayment.ts"
import { CustomerPortal } from "./purchases/CustomerPortal.ts"
import { Purchases } from "./purchases/Purchases.ts"
import { Reconciliation } from "./purchases/Reconciliation.ts"
import { Subscriptions } from "./purchases/Subscriptions.ts"

export { paymentTasks as billingTasks } from "./purchases/PaymentTasks.ts"

/** Without a payment provider. */
export const BillingNoProvider = Reconciliation.layer.pipe(
  Layer.provideMerge(Purchases.layer),
  Layer.provideMerge(Layer.mergeAll(ApplyPayment.layer, CustomerPortal.layer, Subscriptions.layer))
)

const configured = { manual: ManualPayments, fake: fakePayments(fakeDefaults), stripe: StripePayments } as const

/** The payment provider that `HEDDLE_PAYMENTS` names. */
const ConfiguredPayments = Layer.unwrap(Effect.map(Settings, ({ payments }) => configured[payments]))

export const BillingLayer = Layer.provideMerge(BillingNoProvider, ConfiguredPayments)
