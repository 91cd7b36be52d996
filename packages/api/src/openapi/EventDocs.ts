/** Documents the request that Heddle sends to an endpoint of a customer. */
import { Schema } from "effect"
import { WebhookEvent } from "../Events.ts"
import { event as example, ids } from "./examples/Records.ts"
import { tags } from "./TagDocs.ts"

const header = (name: string, required: boolean, description: string, value: string) => ({
  name,
  in: "header",
  required,
  description,
  schema: { type: "string" },
  example: value
})

export const webhooks = {
  event: {
    post: {
      tags: [tags.webhooks.name],
      operationId: "webhooks.event",
      summary: "A post matched a rule",
      description:
        "Sent to your endpoint once for each post and rule. If your endpoint does not respond with a 2xx, Heddle sends the same body up to 10 more times, at increasing intervals. Verify the signature over the raw body first, and use the idempotency key to ignore repeats.",
      security: [],
      parameters: [
        header(
          "X-Service-Signature",
          true,
          "`t=UNIX_SECONDS,v1=SIGNATURE`: HMAC-SHA256 in hex over `t`, a comma and the raw body, with the endpoint's secret as key. During a rotation there are several `v1` parts; accept the request if any of them matches.",
          "t=1795320180,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd"
        ),
        header("X-Service-Idempotency-Key", false, "The id of the event. Not sent with test events.", ids.event),
        header("X-Service-Delivery-Attempt", true, "The number of the attempt for this event, from 1.", "1")
      ],
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: Schema.toJsonSchemaDocument(WebhookEvent).schema, example }
        }
      },
      responses: {
        "2XX": { description: "You have received the event. The delivery log keeps your response body for 30 days." },
        default: { description: "Any other status, or no response within 10 seconds: Heddle sends the event again." }
      }
    }
  }
}
