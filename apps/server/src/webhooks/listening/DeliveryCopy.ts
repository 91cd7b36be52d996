/** A copy of the request that a delivery sends, signed now. */
import { type listening, version } from "@heddle/api"
import type { EventId } from "../../runtime/Ids.ts"
import { signatureHeader } from "../delivery/Signature.ts"

export interface FrozenEvent {
  readonly id: EventId
  readonly attempt: number
  readonly body: string
}

export const deliveryCopy = (
  { id, attempt, body }: FrozenEvent,
  secrets: ReadonlyArray<string>,
  unixSeconds: number
): listening.StreamedDelivery => ({
  headers: {
    "Content-Type": "application/json",
    "User-Agent": `Heddle-Webhooks/${version}`,
    "X-Service-Signature": signatureHeader(secrets, unixSeconds, new TextEncoder().encode(body)),
    "X-Service-Delivery-Attempt": String(attempt),
    "X-Service-Idempotency-Key": id
  },
  body
})
