/** Receives the provider's events as they arrive, and reconciles with the provider every 5 seconds. */
import { Effect, Stream } from "effect"
import { background } from "../../runtime/Background.ts"
import { PaymentProvider, type RawEvent } from "../providers/PaymentProvider.ts"
import { Purchases } from "./Purchases.ts"
import { Reconciliation } from "./Reconciliation.ts"

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

export const paymentTasks = Effect.all([eventTask, reconciliationTask])
