import { randomId } from "#crypto"
import {
  claimKeyOf,
  type DedupeBy,
  type EventContext,
  type EventHandler,
  type HandlerContext,
  type HeldClaim
} from "./Context.ts"
import { failure, ReceiverError } from "./Errors.ts"
import { isRecord, isTest, type WebhookEvent } from "./Event.ts"
import {
  type Claim,
  holdLease,
  type IdempotencyStore,
  inStore,
  leaseLost,
  type LeaseTerms,
  storeFailed,
  type StoreStep,
  whetherInStore
} from "./Store.ts"
import { maxRetryAfterSeconds } from "./Limits.ts"

export interface Once {
  readonly handler: EventHandler
  readonly store: IdempotencyStore
  readonly dedupeBy: DedupeBy
  readonly leaseMs: number
  /** How long each step of the store may take. */
  readonly storeTimeoutMs: number
  readonly report: (error: ReceiverError) => void
}

/** What a run holds, and since when (by `performance.now()`) its lease counts. */
type Held = Pick<LeaseTerms, "claim" | "sinceMs">

async function claimEvent({ store, leaseMs, storeTimeoutMs }: Once, { key, owner }: HeldClaim, eventKey: string) {
  // A claim that comes after its own lease is none.
  const step = { doing: "claiming an event", eventKey, timeoutMs: Math.min(storeTimeoutMs, leaseMs) }
  let given = true
  const claim: Claim = await inStore(step, async () => {
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

function inProgress(retryAfterMs: number, eventKey: string): ReceiverError {
  const seconds = Math.ceil(retryAfterMs / 1000)
  const retryAfterSeconds = seconds >= 1 ? Math.min(seconds, maxRetryAfterSeconds) : 1
  return failure("in_progress", "Another delivery of this event is being handled.", { eventKey, retryAfterSeconds })
}

async function runHandler(once: Once, event: WebhookEvent, context: HandlerContext): Promise<void> {
  try {
    await once.handler(event, context)
  } catch (cause) {
    if (cause instanceof ReceiverError && cause.code === "lease_lost") throw cause
    throw failure("handler_failed", "The handler failed.", { cause, eventKey: context.eventKey })
  }
}

async function runUnderLease(once: Once, event: WebhookEvent, context: EventContext, held: Held): Promise<void> {
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
  held: Held & { readonly claim: HeldClaim }
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
  const sinceMs = performance.now()
  if (isTest(event)) {
    await runUnderLease(once, event, context, { claim: null, sinceMs })
    return "handled"
  }
  const held = { claim: { key: claimKeyOf(event, context, once.dedupeBy), owner: randomId() }, sinceMs }
  const claim = await claimEvent(once, held.claim, context.eventKey)
  if (claim.status === "completed") return "duplicate"
  if (claim.status === "in_progress") throw inProgress(claim.retryAfterMs, context.eventKey)
  await runClaimed(once, event, context, held)
  return "handled"
}
