import type { Claim, IdempotencyStore } from "../stores/IdempotencyStore.ts"
import { isRecord } from "./Fields.ts"
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
  readonly storeTimeoutMs: number
}

/** Whether this delivery may run the handler, and since when (by `performance.now()`) its lease counts. */
export type ClaimAnswer = { readonly status: "claimed"; readonly sinceMs: number } | { readonly status: "completed" }

function inProgress(claim: Claim & { status: "in_progress" }, eventKey: string): ReceiverError {
  const seconds = Math.ceil(claim.retryAfterMs / 1000)
  const retryAfterSeconds = seconds >= 1 ? Math.min(seconds, maxRetryAfterSeconds) : 1
  return failure("in_progress", "Another delivery of this event is being handled.", {
    eventKey,
    retryAfterSeconds
  })
}

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms))

async function ask(store: IdempotencyStore, request: ClaimRequest): Promise<Claim> {
  const { key, owner, eventKey, leaseMs, storeTimeoutMs } = request
  // A claim that comes after its own lease is none.
  const step = { doing: "claiming an event", eventKey, timeoutMs: Math.min(storeTimeoutMs, leaseMs) }
  let given = true
  const claim = await inStore(step, async () => {
    const late = await store.claim(key, owner, leaseMs)
    // Nobody waits for it any more: the next delivery should not have to wait for its lease either.
    if (!given && isRecord(late) && late.status === "claimed") await store.release(key, owner)
    return late
  }).catch((error: unknown) => {
    given = false
    throw error
  })
  if (isRecord(claim) && ["claimed", "completed", "in_progress"].includes(claim.status)) return claim
  throw storeFailed(step, new Error("It answered with an unknown status."))
}

/** Asks again while another delivery runs, for `waitMs` at most. */
export async function claimEvent(store: IdempotencyStore, request: ClaimRequest): Promise<ClaimAnswer> {
  const endMs = performance.now() + request.waitMs
  for (;;) {
    const sinceMs = performance.now()
    const claim = await ask(store, request)
    if (claim.status === "claimed") return { status: "claimed", sinceMs }
    if (claim.status === "completed") return claim
    const leftMs = endMs - performance.now()
    if (!(leftMs > 0)) throw inProgress(claim, request.eventKey)
    await pause(Math.min(leftMs, claimPollMs))
  }
}
