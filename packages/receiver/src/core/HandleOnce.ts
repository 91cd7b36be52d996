import { randomId } from "#crypto"
import type { IdempotencyStore } from "../stores/IdempotencyStore.ts"
import { claimEvent } from "./ClaimEvent.ts"
import { claimKeyOf, type DedupeBy } from "./EventKey.ts"
import type { EventContext, EventHandler, HandlerContext, HeldClaim } from "./Handler.ts"
import { inStore } from "./InStore.ts"
import { holdLease, leaseLost } from "./Lease.ts"
import { failure } from "./Failure.ts"
import { ReceiverError } from "./ReceiverError.ts"
import { isTest, type WebhookEvent } from "./WebhookEvent.ts"

export interface Once {
  readonly handler: EventHandler
  readonly store: IdempotencyStore
  readonly dedupeBy: DedupeBy
  readonly leaseMs: number
  /** How long a delivery waits for another one of the same event that is running. */
  readonly waitMs: number
  readonly report: (error: ReceiverError) => void
}

async function runHandler(once: Once, event: WebhookEvent, context: HandlerContext): Promise<void> {
  try {
    await once.handler(event, context)
  } catch (cause) {
    if (cause instanceof ReceiverError && cause.code === "lease_lost") throw cause
    throw failure("handler_failed", "The handler failed.", { cause, eventKey: context.eventKey })
  }
}

async function runUnderLease(
  once: Once,
  event: WebhookEvent,
  context: EventContext,
  claim: HeldClaim | null
): Promise<void> {
  const lease = holdLease(once.store, context, claim, once.leaseMs)
  try {
    await runHandler(once, event, lease.context)
  } finally {
    lease.end()
  }
}

async function runClaimed(once: Once, event: WebhookEvent, context: EventContext, claim: HeldClaim): Promise<void> {
  const { eventKey } = context
  try {
    await runUnderLease(once, event, context, claim)
  } catch (error) {
    // The lease frees the claim anyway, so a failing release only costs time; the handler's error is the answer.
    await inStore("releasing a claim", eventKey, () => once.store.release(claim.key, claim.owner)).catch(once.report)
    throw error
  }
  if (!(await inStore("completing a claim", eventKey, () => once.store.complete(claim.key, claim.owner)))) {
    throw leaseLost(eventKey)
  }
}

/** Claim, handle, complete: never acknowledged before a run has ended well, never run again after that. */
export async function handleOnce(
  once: Once,
  event: WebhookEvent,
  context: EventContext
): Promise<"handled" | "duplicate"> {
  if (isTest(event)) {
    await runUnderLease(once, event, context, null)
    return "handled"
  }
  const claim = { key: claimKeyOf(event, once.dedupeBy), owner: randomId() }
  const { store, leaseMs, waitMs } = once
  const status = await claimEvent(store, { ...claim, eventKey: context.eventKey, leaseMs, waitMs })
  if (status === "completed") return "duplicate"
  await runClaimed(once, event, context, claim)
  return "handled"
}
