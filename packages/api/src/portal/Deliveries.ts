/** The delivery log, sending again, and the live feed of attempts. */
import { Schema } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { DeliveriesQuery, Delivery, DeliveryDetails, ResentEvent } from "../Deliveries.ts"
import { DeliveryId, EventId } from "../Ids.ts"
import { Count } from "../Parameters.ts"
import { Instant, PortalProblem, PortalSession } from "./PortalSession.ts"

const delivery = { deliveryId: DeliveryId }
const error = PortalProblem

/** The most events that are sent again at once, and so the rows of a page. */
export const maxResentEvents = 50

/** The event of a delivery: what it is about, what happens next, and what it cost. */
export const EventStatus = Schema.Struct({
  state: Schema.Literals(["scheduled", "sending", "retrying", "delivered", "failed", "cancelled"]),
  attempts: Count,
  maxAttempts: Count,
  /** When it is sent next, at the earliest while `delayed`; null when it is not. */
  dueAt: Schema.NullOr(Instant),
  /** Whether it waits because attempts to its endpoint failed one after the other: events are tried one at a time then. */
  delayed: Schema.Boolean,
  /** Credits; 0 when they were returned. Such an event is charged again when it is sent again. */
  cost: Count,
  /** Whether they are returned if it fails for good and no later attempt opens a connection either. */
  refundable: Schema.Boolean,
  /** Whether it can be sent again. */
  resendable: Schema.Boolean,
  /** Of its rule, as it was; null for a trending rule. */
  keyword: Schema.NullOr(Schema.String),
  /** As it was sent: the start of its text. Null once the body is no longer kept. */
  post: Schema.NullOr(Schema.Struct({ caption: Schema.String, language: Schema.String, username: Schema.String }))
})
export type EventStatus = typeof EventStatus.Type

export const LoggedDelivery = Schema.Struct({
  delivery: Delivery,
  /** Null for a test event, and when it is no longer kept. */
  event: Schema.NullOr(EventStatus)
})
export type LoggedDelivery = typeof LoggedDelivery.Type

export const ResendRefusal = Schema.Literals(["sending", "cancelled", "gone", "endpointDeleted", "noCredits"])
export type ResendRefusal = typeof ResendRefusal.Type

/** A finished attempt as the live feed shows it. */
export const LiveDelivery = Schema.TaggedStruct("Delivery", {
  delivery: Delivery,
  /** The host of the endpoint. */
  host: Schema.String,
  /** The keyword of the rule; null for trending rules and test events. */
  keyword: Schema.NullOr(Schema.String),
  /** The start of the post's text, with its language. */
  caption: Schema.NullOr(Schema.String),
  language: Schema.NullOr(Schema.String)
})
export type LiveDelivery = typeof LiveDelivery.Type

/** What stands after the attempts that a feed begins with, even if there were none. */
export const LiveStart = Schema.TaggedStruct("Start", {})

export const LiveItem = Schema.Union([LiveDelivery, LiveStart])
export type LiveItem = typeof LiveItem.Type

export class DeliveryRpcs extends RpcGroup.make(
  Rpc.make("ListDeliveries", {
    payload: DeliveriesQuery,
    success: Schema.Struct({ deliveries: Schema.Array(LoggedDelivery), nextCursor: Schema.NullOr(Schema.String) }),
    error
  }),
  Rpc.make("ShowDelivery", {
    payload: delivery,
    success: Schema.Struct({
      delivery: DeliveryDetails,
      event: Schema.NullOr(EventStatus),
      /** All attempts of the event, newest first. */
      attempts: Schema.Array(Delivery)
    }),
    error
  }),
  Rpc.make("ResendDelivery", { payload: delivery, success: ResentEvent, error }),
  /** Those that can be; says of each why it is not. None if that would cost more than `credits`. */
  Rpc.make("ResendEvents", {
    payload: {
      eventIds: Schema.Array(EventId).check(Schema.isMinLength(1), Schema.isMaxLength(maxResentEvents)),
      credits: Count
    },
    success: Schema.Array(Schema.Struct({ eventId: EventId, refusal: Schema.NullOr(ResendRefusal), charged: Count })),
    error
  }),
  /** The newest 20 attempts of the account, oldest first; the start; then those that finish, at most 10 a second. */
  Rpc.make("WatchDeliveries", { success: LiveItem, error, stream: true })
)
  .prefix("deliveries.")
  .middleware(PortalSession) {}
