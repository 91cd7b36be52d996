/**
 * Where Stripe reports what happened. The body is verified as it came. An event is handled once its object was fetched
 * and applied; when that takes long, the answer does not wait, because Stripe gives up on slow endpoints.
 */
import { Effect, Fiber, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { PaymentProvider, PaymentUnavailable } from "../../billing/providers/PaymentProvider.ts"
import { Purchases } from "../../billing/purchases/Purchases.ts"
import { makeConcurrencyLimit } from "../../runtime/ConcurrencyLimit.ts"
import { stripeWebhookPath } from "../http/PublicPaths.ts"
import { RequestId } from "../http/Conventions.ts"
import { problem } from "../http/ProblemResponses.ts"

/**
 * Events that are handled at once, in all and about one object, which each of them reads again. What cannot begin in time is
 * refused, and Stripe sends it again: an event that was taken never waits for others.
 */
const limits = { inAll: 8, perKey: 2, waitingInAll: 200, waitingPerKey: 20, maxWait: "4 seconds" } as const
const answersAfter = "5 seconds"

const received = HttpServerResponse.jsonUnsafe({ received: true })

const failed = (status: 400 | 503, detail: string) =>
  Effect.map(RequestId, (requestId) => problem(status, requestId ?? "", detail))

export const PaymentWebhook = Layer.unwrap(
  Effect.gen(function* () {
    const provider = yield* PaymentProvider
    const purchases = yield* Purchases
    const scope = yield* Effect.scope
    const turns = makeConcurrencyLimit(limits, () => new PaymentUnavailable({ detail: "Too many events at once." }))

    const handle = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const raw = { body: yield* request.text, headers: request.headers }
      // Before the event waits for its turn: one that is not signed must not take a slot.
      const { ref } = yield* provider.parseEvent(raw)
      if (ref === null) return received
      const event = purchases
        .receive(raw)
        .pipe(
          Effect.tapCause((cause) =>
            Effect.logWarning("A payment event could not be processed; reconciliation will catch up", cause)
          )
        )
      const fiber = yield* Effect.forkIn(turns.run(ref, event), scope)
      yield* Effect.timeoutOption(Fiber.join(fiber), answersAfter)
      return received
    }).pipe(
      Effect.catchTag("PaymentRefused", ({ detail }) => failed(400, detail)),
      Effect.catchTag("PaymentUnavailable", () => failed(503, "The event could not be processed yet. Send it again."))
    )
    return HttpRouter.add("POST", stripeWebhookPath, handle)
  })
)
