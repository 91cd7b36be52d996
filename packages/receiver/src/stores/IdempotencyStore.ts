export type Claim =
  | { readonly status: "claimed" }
  /** Someone else holds it; `retryAfterMs` is what is left of their lease. */
  | { readonly status: "in_progress"; readonly retryAfterMs: number }
  | { readonly status: "completed" }

/**
 * Remembers which events were handled. Each method must be atomic over all processes that share the store. `owner` is
 * a fencing token, new for each delivery: a holder whose lease ended and was taken over can change nothing any more.
 *
 * Clients resend a command whose answer was lost, so `claim` and `complete` of one owner answer the same when repeated.
 */
export interface IdempotencyStore {
  /** Takes the key if it is free, released, its lease has ended, or it is this owner's already. */
  readonly claim: (key: string, owner: string, leaseMs: number) => Promise<Claim>
  /** Lets the lease end `leaseMs` from now. False, without effect, when the claim is no longer this owner's. */
  readonly renew: (key: string, owner: string, leaseMs: number) => Promise<boolean>
  /** Marks the event as handled. False, without effect, when the claim is no longer this owner's. */
  readonly complete: (key: string, owner: string) => Promise<boolean>
  /** Frees the key for the next delivery. False, without effect, when it is completed or no longer this owner's. */
  readonly release: (key: string, owner: string) => Promise<boolean>
}
