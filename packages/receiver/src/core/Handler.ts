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

/** What one run holds in the store: the key it is de-duplicated by, and its fencing token. */
export interface HeldClaim {
  readonly key: string
  readonly owner: string
}

export interface HandlerContext extends EventContext {
  /** Null on test events, which are never de-duplicated. */
  readonly claim: HeldClaim | null
  /** Aborts when the lease has ended: from then on another delivery may run beside this one. */
  readonly signal: AbortSignal
  /**
   * For slow handlers, after each piece of progress: the lease begins anew. Rejects with `lease_lost` when another
   * delivery has taken over. Not done by itself, so that a handler that hangs never holds an event for ever.
   */
  readonly renewLease: () => Promise<void>
}

/** Returning acknowledges the event for good; throwing frees it to be sent again. */
export type EventHandler = (event: WebhookEvent, context: HandlerContext) => void | Promise<void>
