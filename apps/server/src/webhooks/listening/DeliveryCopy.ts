/** A copy of the request that a delivery sends, signed now. */
import { type listening, version } from "@heddle/api"
import { signatureHeader } from "../delivery/Signature.ts"
import type { FrozenEvent } from "./NextEvents.ts"

export const deliveryCopy = (
  { id, attempt, body }: FrozenEvent,
  secrets: ReadonlyArray<string>,
  unixSeconds: number
): listening.StreamedDelivery => ({
  headers: {
    "Content-Type": "application/json",
    "User-Agent": `Heddle-Webhooks/${version}`,
    "X-Service-Signature": signatureHeader(secrets, unixSeconds, new TextEncoder().encode(body)),
    // No attempt has begun while the circuit breaker is open.
    "X-Service-Delivery-Attempt": String(Math.max(1, attempt)),
    "X-Service-Idempotency-Key": id
  },
  body
})
