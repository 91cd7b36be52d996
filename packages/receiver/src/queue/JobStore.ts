import type { HandlerContext } from "../core/Handler.ts"

export interface Job {
  readonly id: string
  /** The verified body, as text. */
  readonly body: string
  readonly idempotencyKey: string | null
  /** Unix seconds. */
  readonly signedAt: number
  readonly receivedAtMs: number
  /** 1 for the first run. */
  readonly attempts: number
}

/** Keeps what was acknowledged until it is handled. Each method must be atomic, and durable before it answers. */
export interface JobStore {
  /** Adds the job and completes the claim, both or neither. False when the claim is no longer this owner's. */
  readonly add: (job: Omit<Job, "id" | "attempts">, claim: HandlerContext["claim"]) => Promise<boolean>
  /** The job that is due longest, due again after the lease. Null when none is. */
  readonly take: (owner: string, leaseMs: number) => Promise<Job | null>
  readonly renew: (id: string, owner: string, leaseMs: number) => Promise<boolean>
  readonly finish: (id: string, owner: string) => Promise<boolean>
  /** Due again after the delay; null: failed for good, and kept. */
  readonly retry: (id: string, owner: string, delayMs: number | null) => Promise<boolean>
}
