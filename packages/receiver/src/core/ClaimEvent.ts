import type { Claim, IdempotencyStore } from "../stores/IdempotencyStore.ts"
import type { HeldClaim } from "./Handler.ts"
import { inStore, storeFailed } from "./InStore.ts"
import { claimPollMs, maxRetryAfterSeconds } from "./Limits.ts"
import { failure } from "./Failure.ts"
import type { ReceiverError } from "./ReceiverError.ts"

interface ClaimRequest extends HeldClaim {
  readonly eventKey: string
  readonly leaseMs: number
  /** How long to wait for another delivery of the same event before sending this one away. */
  readonly waitMs: number
}

function inProgress(claim: Claim & { status: "in_progress" }, eventKey: string): ReceiverError {
  const seconds = Math.ceil(claim.retryAfterMs / 1000)
  const retryAfterSeconds = seconds >= 1 ? Math.min(seconds, maxRetryAfterSeconds) : 1
  return failure("in_progress", "Another delivery of this event is being handled.", {
    eventKey,
    retryAfterSeconds
  })
}

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms))

/** Whether this delivery may run the handler. Asks again while another one runs, for `waitMs` at most. */
export async function claimEvent(store: IdempotencyStore, request: ClaimRequest): Promise<"claimed" | "completed"> {
  const { key, owner, eventKey, leaseMs } = request
  const endMs = performance.now() + request.waitMs
  for (;;) {
    const claim = await inStore("claiming an event", eventKey, () => store.claim(key, owner, leaseMs))
    if (claim.status === "claimed" || claim.status === "completed") return claim.status
    if (claim.status !== "in_progress") {
      throw storeFailed("claiming an event", eventKey, new Error("It answered with an unknown status."))
    }
    const leftMs = endMs - performance.now()
    if (!(leftMs > 0)) throw inProgress(claim, eventKey)
    await pause(Math.min(leftMs, claimPollMs))
  }
}
