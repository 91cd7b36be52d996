/** Deliveries as the API returns them: one attempt to send an event (decisions, "Delivery log rows"). */
import { Schema } from "effect"
import { DeliveryId, EndpointId, EventId, RecoveryId, RuleId } from "./Ids.ts"
import { Count, IntBetween, optional, PostCode, Rfc3339Text, Text, wholeNumber } from "./Parameters.ts"
import { webhookEventPrice } from "./Prices.ts"

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
}).annotate({ identifier: "Delivery", description: "One attempt to deliver an event." })
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
}).annotate({ identifier: "DeliveryDetails", description: "An attempt with its request and response." })
export type DeliveryDetails = typeof DeliveryDetails.Type

const filter = Schema.Struct({
  endpointId: optional(EndpointId, {
    description: "Only attempts to this endpoint, even if it has been deleted.",
    example: EndpointId.make("ep_01M7YY0HSY8ZTAVD0RDB125TQK")
  }),
  ruleId: optional(RuleId, {
    description: "Only events of this rule, even if it has been deleted.",
    example: RuleId.make("rule_01M7YY0HSY8ZTAVD0RDB125TQK")
  }),
  eventId: optional(EventId, {
    description: "Only attempts of this event.",
    example: EventId.make("evt_01M7YY0HSY8ZTAVD0RDB125TQK")
  }),
  postCode: optional(PostCode, { description: "Only events of this post.", example: "3lbq5sbzq2k2a" }),
  outcome: optional(DeliveryOutcome, {
    description: "Only `delivered` or `failed` attempts, or running attempts (`sending`).",
    example: "failed"
  }),
  statusCode: optional(IntBetween(100, 599), {
    description: "Only attempts whose response had this status.",
    example: 500
  }),
  from: optional(Rfc3339Text, {
    description: "Only attempts that started at or after this time (RFC 3339).",
    example: "2026-11-21T00:00:00Z"
  }),
  to: optional(Rfc3339Text, {
    description: "Only attempts that started before this time (RFC 3339).",
    example: "2026-11-22T00:00:00Z"
  })
})
export type DeliveryFilter = typeof filter.Type

const fields = Schema.Struct({
  ...filter.fields,
  limit: wholeNumber({ minimum: 1, maximum: 500, defaultValue: 50, description: "Attempts per page.", example: 20 }),
  cursor: optional(Text, {
    description:
      "The `next_cursor` of the previous page. It is valid for 24 hours if all other parameters stay the same.",
    example: "eyJhdCI6MTc5MDgxMjgwMH0.c2lnbmF0dXJl"
  })
})

/** What can be asked of the delivery log. */
export const DeliveriesQuery = fields.check(
  Schema.makeFilter(({ from, to }: typeof fields.Type) =>
    from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)
      ? { path: ["from"], issue: "must be before to" }
      : undefined
  )
)
export type DeliveriesQuery = typeof DeliveriesQuery.Type

export const ResentEvent = Schema.Struct({
  eventId: EventId.annotate({ description: "The event, whose id is the idempotency key." }),
  state: Schema.Literal("retrying").annotate({ description: "Always `retrying`." }),
  dueAt: Schema.String.annotate({ description: "When the event is sent: now (RFC 3339)." }),
  charged: Count.annotate({
    description: `Credits charged for the event: 0, or ${webhookEventPrice} if its first charge was refunded.`
  })
}).annotate({ identifier: "ResentEvent" })
export type ResentEvent = typeof ResentEvent.Type

export const RecoveryState = Schema.Literals(["running", "completed", "cancelled", "out_of_credits"])
export type RecoveryState = typeof RecoveryState.Type

export const Recovery = Schema.Struct({
  id: RecoveryId.annotate({ description: "The id of the recovery (`rec_…`)." }),
  endpointId: EndpointId.annotate({ description: "The endpoint (`ep_…`)." }),
  since: Schema.String.annotate({ description: "Events that failed at or after this time are sent again (RFC 3339)." }),
  state: RecoveryState.annotate({ description: "`running`, `completed`, `cancelled` or `out_of_credits`." }),
  total: Count.annotate({ description: "Events that had failed when the recovery started." }),
  resent: Count.annotate({ description: "Events scheduled to be sent again so far." }),
  createdAt: Schema.String.annotate({ description: "When the recovery started (RFC 3339)." }),
  finishedAt: Schema.NullOr(Schema.String).annotate({
    description: "When it ended; null while it is running (RFC 3339)."
  })
}).annotate({ identifier: "Recovery", description: "A job that sends failed events again." })
export type Recovery = typeof Recovery.Type

export const RecoveryInput = Schema.Struct({
  since: Rfc3339Text.annotate({
    description: "Send all events again that failed at or after this time (RFC 3339).",
    examples: ["2026-11-21T00:00:00Z"]
  })
}).annotate({ identifier: "RecoveryInput" })
export type RecoveryInput = typeof RecoveryInput.Type
