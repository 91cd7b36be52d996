export type Claim =
  | { readonly status: "claimed" }
  /** Someone else holds it; `retryAfterMs` is what is left of their lease. */
  | { readonly status: "in_progress"; readonly retryAfterMs: number }
  | { readonly status: "completed" }

/**
 * Remembers which events were handled. Each method must be atomic over all processes that share the store. `owner` is
 * a fencing token, new for each claim: a holder whose lease ended and was taken over can change nothing any more.
 */
export interface IdempotencyStore {
  /** Takes the key if it is free, released or its lease has ended. */
  readonly claim: (key: string, owner: string, leaseMs: number) => Promise<Claim>
  /** Marks the event as handled. False, without effect, when the claim is no longer this owner's. */
  readonly complete: (key: string, owner: string) => Promise<boolean>
  /** Frees the key for the next delivery. False, without effect, when the claim is no longer this owner's. */
  readonly release: (key: string, owner: string) => Promise<boolean>
}
