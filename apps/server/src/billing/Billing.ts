/** The room as the server builds it: plans and top-ups bought through the provider that `HEDDLE_PAYMENTS` names. */
import { Layer } from "effect"
import { Payments } from "./providers/Payments.ts"
import { ApplyPayment } from "./purchases/ApplyPayment.ts"
import { Purchases } from "./purchases/Purchases.ts"
import { Reconciliation } from "./purchases/Reconciliation.ts"
import { Subscriptions } from "./purchases/Subscriptions.ts"

export { paymentTasks as billingTasks } from "./purchases/PaymentTasks.ts"

/** Over a payment provider that is already there. */
export const BillingNoProvider = Reconciliation.layer.pipe(
  Layer.provideMerge(Purchases.layer),
  Layer.provideMerge(Layer.mergeAll(ApplyPayment.layer, Subscriptions.layer))
)

export const BillingLayer = Layer.provideMerge(BillingNoProvider, Payments)
