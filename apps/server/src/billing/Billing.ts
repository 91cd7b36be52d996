/** The layer and background tasks of this folder. */
import { Effect, Layer, Stream } from "effect"
import { background } from "../runtime/Background.ts"
import { Settings } from "../runtime/Settings.ts"
import { fakeDefaults, fakePayments } from "./providers/FakePayments.ts"
import { ManualPayments } from "./providers/ManualPayments.ts"
import { PaymentProvider, type RawEvent } from "./providers/PaymentProvider.ts"
import { StripePayments } from "./providers/stripe/StripeProvider.ts"
import { ApplyPayment } from "./purchases/ApplyPayment.ts"
import { CustomerPortal } from "./purchases/CustomerPortal.ts"
import { Orders } from "./purchases/Orders.ts"
import { Purchases } from "./purchases/Purchases.ts"
import { Reconciliation } from "./purchases/Reconciliation.ts"
import { Subscriptions } from "./purchases/Subscriptions.ts"

/** Without a payment provider. */
export const BillingNoProvider = Reconciliation.layer.pipe(
  Layer.provideMerge(Purchases.layer),
  Layer.provideMerge(Layer.mergeAll(ApplyPayment.layer, Orders.layer, CustomerPortal.layer, Subscriptions.layer))
)

const configured = { manual: ManualPayments, fake: fakePayments(fakeDefaults), stripe: StripePayments } as const

/** The payment provider that `HEDDLE_PAYMENTS` names. */
const ConfiguredPayments = Layer.unwrap(Effect.map(Settings, ({ payments }) => configured[payments]))

export const BillingLayer = Layer.provideMerge(BillingNoProvider, ConfiguredPayments)

const eventTask = Effect.gen(function* () {
  const { events } = yield* PaymentProvider
  const purchases = yield* Purchases
  const receive = (raw: RawEvent) =>
    Effect.catchCause(purchases.receive(raw), (cause) =>
      Effect.logWarning("A payment event could not be processed; reconciliation will catch up", cause)
    )
  return yield* background({
    name: "payment events",
    role: "maintenance",
    every: "1 second",
    run: Stream.runForEach(events, receive),
    onStop: "interrupt"
  })
})

const reconciliationTask = background({
  name: "payment reconciliation",
  role: "maintenance",
  every: "5 seconds",
  run: Reconciliation.use(({ run }) => run),
  onStop: "finish"
})

/** Receives the provider's events as they arrive, and reconciles with the provider every 5 seconds. */
export const billingTasks = Effect.all([eventTask, reconciliationTask])
