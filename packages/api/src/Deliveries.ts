/** Deliveries as the API returns them: one attempt to send an event (decisions, "Delivery log rows"). */
import { Schema } from "effect"
import { DeliveryId, EndpointId, EventId, RuleId } from "./Ids.ts"
import { Count } from "./Parameters.ts"

/** Days during which an event can be sent again. */
export const resendDays = 30

export const DeliveryOutcome = Schema.Literals(["delivered", "failed", "sending"])

export const Delivery = Schema.Struct({
  id: DeliveryId.annotate({ description: "The id of the attempt (`dlv_…`)." }),
  eventId: Schema.NullOr(EventId).annotate({
    description: "The event (`evt_…`), which is the idempotency key; null for a test event."
  }),
  endpointId: EndpointId.annotate({ description: "The endpoint (`ep_…`)." }),
  ruleId: Schema.NullOr(RuleId).annotate({ description: "The rule that matched; null for a test event." }),
  postCode: Schema.NullOr(Schema.String).annotate({ description: "The post; null for a test event." }),
  test: Schema.Boolean.annotate({ description: "Whether a test event was sent." }),
  attempt: Count.annotate({ description: "The number of the attempt for this event, from 1." }),
  startedAt: Schema.String.annotate({ description: "RFC 3339." }),
  durationMs: Schema.NullOr(Count).annotate({
    description: "How long the attempt took, in milliseconds; null while it is running or if it was lost."
  }),
  outcome: DeliveryOutcome.annotate({
    description: "`delivered` (any 2xx), `failed`, or `sending` while it is running."
  }),
  statusCode: Schema.NullOr(Count).annotate({ description: "The status of the response; null if there was none." }),
  error: Schema.NullOr(Schema.String).annotate({ description: "Why there was no response; null if there was one." }),
  faultOwner: Schema.NullOr(Schema.Literals(["customer", "network", "us"])).annotate({
    description:
      "Where a failed attempt failed: at your endpoint (`customer`), on the way to it (`network`), or in Heddle (`us`, which does not use up a retry). Null if it did not fail."
  })
}).annotate({ description: "One attempt to deliver an event." })
export type Delivery = typeof Delivery.Type

const HeaderRecord = Schema.Record(Schema.String, Schema.String)

export const DeliveryDetails = Schema.Struct({
  ...Delivery.fields,
  request: Schema.Struct({
    url: Schema.NullOr(Schema.String).annotate({
      description: "The URL; null for attempts made by older releases."
    }),
    headers: Schema.NullOr(HeaderRecord).annotate({
      description:
        "The headers as sent, with shortened signatures; null while the attempt is running or if they are unknown."
    }),
    body: Schema.NullOr(Schema.String).annotate({
      description: "The body as sent; null for a test event, or once it is no longer kept."
    })
  }).annotate({ description: "What Heddle sent." }),
  response: Schema.NullOr(
    Schema.Struct({
      headers: Schema.NullOr(HeaderRecord).annotate({
        description:
          "The headers as received, up to 8 KiB; cookies and other secrets are `[redacted]`. Null if unknown."
      }),
      body: Schema.NullOr(Schema.String).annotate({
        description: "The first 16 KiB of the body, or 1 KiB for a test event."
      })
    })
  ).annotate({ description: "The endpoint's response; null if there was none." })
}).annotate({ description: "An attempt with its request and response." })
export type DeliveryDetails = typeof DeliveryDetails.Type
