/** Webhook endpoints: the operator's calls and their schemas. */
import { AccountId, Conflict, Endpoint, EndpointId, NotFound } from "@heddle/api"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { OverlapHours } from "./Fields.ts"

const { health, queue } = Endpoint.fields

/** An endpoint without its secret. Times are RFC 3339; a null cap means none. */
export const EndpointRecord = Schema.Struct({
  id: EndpointId,
  url: Schema.String,
  created_at: Schema.String,
  standard_webhooks: Schema.Boolean,
  daily_credit_cap: Schema.NullOr(Schema.Int),
  health: Schema.Struct({
    state: health.fields.state,
    failing_since: Schema.NullOr(Schema.String),
    last_error: Schema.NullOr(Schema.String)
  }),
  queue: Schema.Struct({ waiting: queue.fields.waiting, next_attempt_at: Schema.NullOr(Schema.String) }),
  rules: Schema.Int.annotate({ description: "How many rules it has." })
})
export type EndpointRecord = typeof EndpointRecord.Type

/** The only answer that contains a secret. */
const RotatedSecret = Schema.Struct({
  id: EndpointId,
  secret: Schema.String,
  previous_secret_expires_at: Schema.String
})

const account = { account_id: AccountId }

export class OperatorEndpoints extends HttpApiGroup.make("endpoints").add(
  HttpApiEndpoint.get("list", "/accounts/:account_id/endpoints", {
    params: account,
    success: Schema.Array(EndpointRecord),
    error: NotFound
  }),
  HttpApiEndpoint.post("rotateSecret", "/accounts/:account_id/endpoints/:endpoint_id/rotate-secret", {
    params: { ...account, endpoint_id: EndpointId },
    payload: Schema.Struct({ overlap_hours: Schema.optionalKey(OverlapHours) }),
    success: RotatedSecret,
    error: [NotFound, Conflict]
  })
) {}
