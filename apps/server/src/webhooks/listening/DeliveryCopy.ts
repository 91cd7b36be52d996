/** A copy of the request that a delivery sends, signed now. */
import type { listening } from "@heddle/api"
import { headersOf } from "../delivery/Sender.ts"
import type { EndpointAddress } from "../management/Endpoints.ts"
import type { FrozenEvent } from "./NextEvents.ts"

export const deliveryCopy = (
  { id, attempt, body }: FrozenEvent,
  { secrets, standardWebhooks }: EndpointAddress,
  unixSeconds: number
): listening.StreamedDelivery => ({
  headers: headersOf(
    // No attempt has begun while the circuit breaker is open.
    { secrets, standardWebhooks, id, attempt: Math.max(1, attempt), idempotencyKey: id },
    new TextEncoder().encode(body),
    unixSeconds
  ),
  body
})
