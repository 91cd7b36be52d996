/** The delivery log, sending again and recoveries: the operator's calls, with the fields that customers see. */
import {
  AccountId,
  Conflict,
  DeliveriesQuery,
  Delivery,
  DeliveryDetails,
  DeliveryId,
  EndpointId,
  InsufficientCredits,
  InvalidParameter,
  NotFound,
  Recovery,
  RecoveryId,
  RecoveryInput,
  ResentEvent
} from "@heddle/api"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"

export const DeliveriesPage = Schema.Struct({
  deliveries: Schema.Array(Delivery),
  next_cursor: Schema.NullOr(Schema.String)
})

const account = { account_id: AccountId }
const delivery = { ...account, delivery_id: DeliveryId }
const recovery = { ...account, recovery_id: RecoveryId }

export class OperatorDeliveries extends HttpApiGroup.make("deliveries").add(
  HttpApiEndpoint.get("list", "/accounts/:account_id/deliveries", {
    params: account,
    query: DeliveriesQuery,
    success: DeliveriesPage,
    error: [NotFound, InvalidParameter]
  }),
  HttpApiEndpoint.get("show", "/accounts/:account_id/deliveries/:delivery_id", {
    params: delivery,
    success: DeliveryDetails,
    error: NotFound
  }),
  HttpApiEndpoint.post("resend", "/accounts/:account_id/deliveries/:delivery_id/resend", {
    params: delivery,
    success: ResentEvent,
    error: [NotFound, Conflict, InsufficientCredits]
  }),
  HttpApiEndpoint.post("recover", "/accounts/:account_id/endpoints/:endpoint_id/recover", {
    params: { ...account, endpoint_id: EndpointId },
    payload: RecoveryInput,
    success: Recovery.pipe(HttpApiSchema.status(201)),
    error: [NotFound, Conflict, InvalidParameter]
  }),
  HttpApiEndpoint.get("recoveries", "/accounts/:account_id/recoveries", {
    params: account,
    success: Schema.Array(Recovery),
    error: NotFound
  }),
  HttpApiEndpoint.get("showRecovery", "/accounts/:account_id/recoveries/:recovery_id", {
    params: recovery,
    success: Recovery,
    error: NotFound
  }),
  HttpApiEndpoint.delete("cancelRecovery", "/accounts/:account_id/recoveries/:recovery_id", {
    params: recovery,
    success: Recovery,
    error: NotFound
  })
) {}
