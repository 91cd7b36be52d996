/** What can be asked of the delivery log, and the answer to sending an event again. */
import { Schema } from "effect"
import { DeliveryOutcome } from "./Deliveries.ts"
import { EndpointId, EventId, RuleId } from "./Ids.ts"
import { optional, wholeNumber } from "./OptionalParameters.ts"
import { Count, IntBetween, PostCode, Text } from "./Parameters.ts"
import { webhookEventPrice } from "./Prices.ts"
import { Rfc3339Text } from "./Rfc3339.ts"

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
})
export type ResentEvent = typeof ResentEvent.Type
