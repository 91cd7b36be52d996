/** Payment by hand, the default: an operator sees the money elsewhere and confirms or refunds the purchase here. */
import { Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { makeLocalPaymentStore } from "./LocalPaymentStore.ts"
import { PaymentProvider, PaymentRefused } from "./PaymentProvider.ts"

export const ManualPayments = Layer.effect(
  PaymentProvider,
  Effect.gen(function* () {
    const store = makeLocalPaymentStore(yield* SqlClient.SqlClient, "manual")
    return PaymentProvider.of({
      name: "manual",
      renewsByItself: false,
      createCheckout: (request) =>
        store.open(request, false).pipe(
          Effect.map((ref) => ({ ref, url: null })),
          Effect.orDie
        ),
      parseEvent: () =>
        new PaymentRefused({ detail: "Payments are confirmed by hand here; payment events are not accepted." }),
      events: Stream.never,
      fetch: (ref) => Effect.orDie(store.fetch(ref)),
      renewals: () => Effect.succeed([]),
      refund: (ref) => store.refund(ref).pipe(Effect.asVoid, Effect.orDie),
      setRenewal: () => Effect.void,
      confirm: (ref) => store.pay(ref).pipe(Effect.asVoid, Effect.orDie)
    })
  })
)
