/** Takes in the provider's events as they come, and reconciles every 30 seconds, for as long as the server lives. */
import { Effect, Layer, Schedule, Stream } from "effect"
import { PaymentProvider, type RawEvent } from "../providers/PaymentProvider.ts"
import { Purchases } from "./Purchases.ts"
import { Reconciliation } from "./Reconciliation.ts"

const reconcileInterval = "30 seconds"

export const PaymentLoop = Layer.effectDiscard(
  Effect.gen(function* () {
    const provider = yield* PaymentProvider
    const purchases = yield* Purchases
    const reconciliation = yield* Reconciliation
    const receive = (raw: RawEvent) =>
      Effect.catchCause(purchases.receive(raw), (cause) =>
        Effect.logWarning("A payment event was not taken in; reconciliation makes up for it", cause)
      )
    const reconcile = Effect.catchCause(reconciliation.run, (cause) =>
      Effect.logError("Payments were not reconciled; the next pass makes up for it", cause)
    )
    yield* provider.events.pipe(
      Stream.runForEach(receive),
      Effect.catchCause((cause) => Effect.logError("Payment events stopped; reconciliation goes on", cause)),
      Effect.forkScoped
    )
    yield* reconcile.pipe(Effect.repeat(Schedule.spaced(reconcileInterval)), Effect.forkScoped)
  })
)
