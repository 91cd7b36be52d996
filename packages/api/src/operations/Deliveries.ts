/** The delivery log and sending again, additions of ours: all free, all need API Standard or higher. */
import { Schema } from "effect"
import { Delivery, DeliveryDetails, DeliveryOutcome, resendDays } from "../Deliveries.ts"
import { DeliveryId, EndpointId, EventId, RuleId } from "../Ids.ts"
import { Envelope } from "../Operation.ts"
import { payingOperationOn, readOperation, readOperationOn } from "../OperationKinds.ts"
import { optional, wholeNumber } from "../OptionalParameters.ts"
import { Count, IntBetween, PostCode, Text } from "../Parameters.ts"
import { webhookEventPrice } from "../Prices.ts"
import { Rfc3339Text } from "../Rfc3339.ts"

const management = { apiType: "webhook_management", tool: null, requires: "webhooks" } as const

const filter = Schema.Struct({
  endpointId: optional(EndpointId, {
    description: "Only attempts to this endpoint, which may be deleted.",
    example: EndpointId.make("ep_01M7YY0HSY8ZTAVD0RDB125TQK")
  }),
  ruleId: optional(RuleId, {
    description: "Only events of this rule, which may be deleted.",
    example: RuleId.make("rule_01M7YY0HSY8ZTAVD0RDB125TQK")
  }),
  eventId: optional(EventId, {
    description: "Only attempts of this event.",
    example: EventId.make("evt_01M7YY0HSY8ZTAVD0RDB125TQK")
  }),
  postCode: optional(PostCode, { description: "Only events of this post.", example: "3lbq5sbzq2k2a" }),
  outcome: optional(DeliveryOutcome, {
    description: "Only `delivered` or `failed` attempts, or those that are running (`sending`).",
    example: "failed"
  }),
  statusCode: optional(IntBetween(100, 599), {
    description: "Only attempts that were answered with this status.",
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
  limit: wholeNumber({ minimum: 1, maximum: 500, defaultValue: 50, description: "Attempts on a page.", example: 20 }),
  cursor: optional(Text, {
    description: "`next_cursor` of the previous page. It is valid for 24 hours, with otherwise unchanged parameters.",
    example: "eyJhdCI6MTc5MDgxMjgwMH0.c2lnbmF0dXJl"
  })
})

export const DeliveriesQuery = fields.check(
  Schema.makeFilter(({ from, to }: typeof fields.Type) =>
    from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)
      ? { path: ["from"], issue: "must be before to" }
      : undefined
  )
)
export type DeliveriesQuery = typeof DeliveriesQuery.Type

export const DeliveriesResult = Envelope("One page of the delivery log.", {
  data: Schema.Array(Delivery).annotate({ description: "The attempts, newest first." }),
  next_cursor: Schema.NullOr(Schema.String).annotate({
    description: "`cursor` of the next page; null on the last. A page with a cursor may have fewer rows than `limit`."
  })
})

export const listDeliveries = readOperation({
  ...management,
  name: "listDeliveries",
  path: "/webhook/deliveries",
  query: DeliveriesQuery,
  result: DeliveriesResult,
  summary: "List deliveries",
  description:
    "Every attempt to deliver an event, newest first, with retries and test events. Filters are combined with AND. Test events have no rule, event or post. The log is kept for 30 days, unless the operator changes it.",
  parameters: ({ query }: { readonly query: DeliveriesQuery }) => ({ call: "list_deliveries", ...query })
})

const ofDelivery = {
  ...management,
  params: {
    delivery_id: DeliveryId.annotate({
      description: "The id of a delivery (`dlv_…`).",
      examples: [DeliveryId.make("dlv_01M7YY0HSY8ZTAVD0RDB125TQK")]
    })
  }
} as const
type DeliveryRequest = { readonly params: { readonly delivery_id: DeliveryId } }

const DetailsResult = Envelope("The attempt.", { data: DeliveryDetails })

export const showDelivery = readOperationOn({
  ...ofDelivery,
  name: "showDelivery",
  path: "/webhook/deliveries/:delivery_id",
  result: DetailsResult,
  summary: "Show a delivery",
  description: "One attempt with the request as sent and the response as received.",
  parameters: ({ params }: DeliveryRequest) => ({ call: "show_delivery", ...params })
})

export const ResentEvent = Schema.Struct({
  eventId: EventId.annotate({ description: "The event, whose id is the idempotency key." }),
  state: Schema.Literal("retrying").annotate({ description: "Always `retrying`." }),
  dueAt: Schema.String.annotate({ description: "When the event is due, which is now (RFC 3339)." }),
  charged: Count.annotate({
    description: `Credits charged for the event: 0, or ${webhookEventPrice} if its first charge was returned.`
  })
})
export type ResentEvent = typeof ResentEvent.Type

const ResentResult = Envelope("The event that is sent again.", { data: ResentEvent })

export const resendDelivery = payingOperationOn({
  ...ofDelivery,
  name: "resendDelivery",
  path: "/webhook/deliveries/:delivery_id/resend",
  result: ResentResult,
  changes: "rows",
  summary: "Send an event again",
  description: `Sends the event of this delivery once more, with the same body and idempotency key, and again with all retries. Any number of times within ${resendDays} days. An event whose credits were returned because no attempt could open a connection is charged again, as an event and not as this call.`,
  parameters: ({ params }: DeliveryRequest) => ({ call: "resend_delivery", ...params })
})
