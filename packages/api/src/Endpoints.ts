/** Webhook endpoints as the API returns them (service.md, "Webhook management"). */
import { Schema } from "effect"
import { EndpointId } from "./Ids.ts"
import { NonEmptyText } from "./Parameters.ts"
import { Rule } from "./Rules.ts"

export const Endpoint = Schema.Struct({
  id: EndpointId.annotate({ description: "Identifies the endpoint (`ep_…`)." }),
  url: Schema.String.annotate({ description: "The address that receives events by POST." }),
  secret: Schema.String.annotate({ description: "Signing secret; the HMAC key is this whole string as UTF-8 bytes." }),
  createdAt: Schema.String.annotate({ description: "RFC 3339." }),
  rules: Schema.Array(Rule).annotate({ description: "The endpoint's rules." })
}).annotate({ description: "An endpoint." })
export type Endpoint = typeof Endpoint.Type

export const EndpointInput = Schema.Struct({
  url: NonEmptyText.annotate({
    description: "Public HTTPS address that receives events by POST.",
    examples: ["https://example.com/hooks/heddle"]
  })
})
export type EndpointInput = typeof EndpointInput.Type
