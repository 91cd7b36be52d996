/** Events of Stripe: whose signature is right, and which object they are about. Of anything else in them nothing is believed. */
import { Effect, Schema } from "effect"
import { now } from "../../../runtime/Time.ts"
import { PaymentRefused, type RawEvent } from "../PaymentProvider.ts"
import { StripeClient } from "./StripeClient.ts"

export const signatureHeader = "stripe-signature"

const Reference = Schema.optionalKey(Schema.NullOr(Schema.String))

const Event = Schema.Struct({
  data: Schema.Struct({
    object: Schema.Struct({ object: Schema.String, id: Schema.String, payment_intent: Reference, charge: Reference })
  })
})

/** Null for an object that no payment depends on, such as a customer. */
const refOf = ({ object, id, payment_intent, charge }: (typeof Event.Type)["data"]["object"]): string | null => {
  switch (object) {
    case "checkout.session":
    case "invoice":
    case "subscription":
      return id
    case "charge":
      return payment_intent ?? id
    case "refund":
    case "dispute":
      return payment_intent ?? charge ?? null
    default:
      return null
  }
}

export const makeParseEvent = Effect.gen(function* () {
  const stripe = yield* StripeClient
  return Effect.fn("StripeEvents.parse")(
    function* ({ body, headers }: RawEvent) {
      const event = yield* stripe.verified(body, headers[signatureHeader] ?? "", (yield* now).getTime())
      const { data } = yield* Schema.decodeUnknownEffect(Event)(event)
      return { ref: refOf(data.object) }
    },
    Effect.catchTag("StripeFailure", () =>
      Effect.fail(
        new PaymentRefused({
          detail:
            "The event's signature is wrong or too old. Check that HEDDLE_STRIPE_WEBHOOK_SECRET is the secret of this endpoint."
        })
      )
    ),
    Effect.catchTag("SchemaError", () =>
      Effect.fail(new PaymentRefused({ detail: "The event does not have the format of Stripe." }))
    )
  )
})
