import { randomId } from "#crypto"
import type { IdempotencyStore } from "../stores/IdempotencyStore.ts"
import { claimEvent } from "./ClaimEvent.ts"
import { claimKeyOf, type DedupeBy } from "./EventKey.ts"
import type { EventContext, EventHandler, HandlerContext, HeldClaim } from "./Handler.ts"
import { type StoreStep, whetherInStore } from "./InStore.ts"
import { holdLease, type LeaseTerms, leaseLost } from "./Lease.ts"
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
  /** How long each step of the store may take. */
  readonly storeTimeoutMs: number
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
  held: Pick<LeaseTerms, "claim" | "sinceMs">
): Promise<void> {
  const lease = holdLease(once.store, context, { ...once, ...held })
  try {
    await runHandler(once, event, lease.context)
  } finally {
    lease.end()
  }
}

async function runClaimed(
  once: Once,
  event: WebhookEvent,
  context: EventContext,
  held: { readonly claim: HeldClaim; readonly sinceMs: number }
): Promise<void> {
  const { eventKey } = context
  const { key, owner } = held.claim
  const step = (doing: string): StoreStep => ({ doing, eventKey, timeoutMs: once.storeTimeoutMs })
  try {
    await runUnderLease(once, event, context, held)
  } catch (error) {
    // The lease frees the claim anyway, so a failing release only costs time; the handler's error is the answer.
    await whetherInStore(step("releasing a claim"), () => once.store.release(key, owner)).catch(once.report)
    throw error
  }
  if (await whetherInStore(step("completing a claim"), () => once.store.complete(key, owner))) return
  throw leaseLost(eventKey)
}

/** Claim, handle, complete: never acknowledged before a run has ended well, never run again after that. */
export async function handleOnce(
  once: Once,
  event: WebhookEvent,
  context: EventContext
): Promise<"handled" | "duplicate"> {
  if (isTest(event)) {
    await runUnderLease(once, event, context, { claim: null, sinceMs: performance.now() })
    return "handled"
  }
  const claim = { key: claimKeyOf(event, once.dedupeBy), owner: randomId() }
  const { store, leaseMs, waitMs, storeTimeoutMs } = once
  const answer = await claimEvent(store, { ...claim, eventKey: context.eventKey, leaseMs, waitMs, storeTimeoutMs })
  if (answer.status === "completed") return "duplicate"
  await runClaimed(once, event, context, { claim, sinceMs: answer.sinceMs })
  return "handled"
}
