/** The delivery log and sending again, additions of ours: all free, all need API Standard or higher. */
import { Schema } from "effect"
import { DeliveriesQuery, Delivery, DeliveryDetails, resendDays, ResentEvent } from "../Deliveries.ts"
import { DeliveryId } from "../Ids.ts"
import { Envelope } from "../Operation.ts"
import { payingOperationOn, readOperation, readOperationOn } from "../OperationKinds.ts"
import { management } from "./Webhooks.ts"

export const DeliveriesResult = Envelope("One page of the delivery log.", {
  data: Schema.Array(Delivery).annotate({ description: "The attempts, newest first." }),
  next_cursor: Schema.NullOr(Schema.String).annotate({
    description: "`cursor` of the next page; null on the last. A page with a cursor can have fewer rows than `limit`."
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
    "Lists every attempt to deliver an event, newest first, including retries and test events. Filters are combined with AND. Test events have no rule, event or post. The log is kept for 30 days, unless the operator changes this.",
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

const ResentResult = Envelope("The event that is sent again.", { data: ResentEvent })

export const resendDelivery = payingOperationOn({
  ...ofDelivery,
  name: "resendDelivery",
  path: "/webhook/deliveries/:delivery_id/resend",
  result: ResentResult,
  changes: "rows",
  summary: "Send an event again",
  description: `Sends the event of this delivery again, with the same body and idempotency key, and with all retries available again. You can do this as often as you like within ${resendDays} days. If the event was refunded because no attempt could open a connection, it is charged again, as an event and not as this call.`,
  parameters: ({ params }: DeliveryRequest) => ({ call: "resend_delivery", ...params })
})
