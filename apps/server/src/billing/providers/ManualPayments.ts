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
      // An order can be cancelled before its checkout was written down.
      cancel: (request) => Effect.orDie(Effect.flatMap(store.open(request, false), store.cancel)),
      confirm: Effect.fnUntraced(function* (ref) {
        yield* Effect.orDie(store.pay(ref))
        if (yield* Effect.orDie(store.isCancelled(ref))) {
          return yield* new PaymentRefused({
            detail: "The customer has cancelled the order. Return the money, or ask for a new order."
          })
        }
      })
    })
  })
)
