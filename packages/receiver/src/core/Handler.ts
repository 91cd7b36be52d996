import type { WebhookEvent } from "./WebhookEvent.ts"

export interface EventContext {
  /** From the signed body; the same for every delivery of this event. Use it as a unique key of your own. */
  readonly eventKey: string
  /** The sender's event id. Not signed, so a hint only; null on test events. */
  readonly idempotencyKey: string | null
  /** 1 for the first attempt. Not signed, so a hint only. */
  readonly attempt: number | null
  /** Unix seconds, signed. */
  readonly signedAt: number
  readonly receivedAt: Date
  /** The verified bytes. */
  readonly rawBody: Uint8Array
}

/** Returning acknowledges the event for good; throwing frees it to be sent again. */
export type EventHandler = (event: WebhookEvent, context: EventContext) => void | Promise<void>
