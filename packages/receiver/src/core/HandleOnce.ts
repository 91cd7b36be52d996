import { randomId } from "#crypto"
import type { Claim, IdempotencyStore } from "../stores/IdempotencyStore.ts"
import type { EventContext, EventHandler } from "./Handler.ts"
import { maxRetryAfterSeconds } from "./Limits.ts"
import { failure } from "./Failure.ts"
import type { ReceiverError } from "./ReceiverError.ts"
import { isTest, type WebhookEvent } from "./WebhookEvent.ts"

interface Once {
  readonly handler: EventHandler
  readonly store: IdempotencyStore
  readonly leaseMs: number
  readonly report: (error: ReceiverError) => void
}

const storeFailed = (doing: string, eventKey: string, cause: unknown) =>
  failure("store_failed", `The idempotency store failed while ${doing}.`, { cause, eventKey })

async function inStore<A>(doing: string, eventKey: string, call: () => Promise<A>): Promise<A> {
  try {
    return await call()
  } catch (cause) {
    throw storeFailed(doing, eventKey, cause)
  }
}

async function runHandler(once: Once, event: WebhookEvent, context: EventContext): Promise<void> {
  try {
    await once.handler(event, context)
  } catch (cause) {
    throw failure("handler_failed", "The handler failed.", { cause, eventKey: context.eventKey })
  }
}

function inProgress(claim: Claim & { status: "in_progress" }, eventKey: string): ReceiverError {
  const seconds = Math.ceil(claim.retryAfterMs / 1000)
  const retryAfterSeconds = seconds >= 1 ? Math.min(seconds, maxRetryAfterSeconds) : 1
  return failure("in_progress", "Another delivery of this event is being handled.", {
    eventKey,
    retryAfterSeconds
  })
}

async function runClaimed(once: Once, event: WebhookEvent, context: EventContext, owner: string): Promise<void> {
  const { eventKey } = context
  try {
    await runHandler(once, event, context)
  } catch (error) {
    // The lease frees the claim anyway, so a failing release only costs time; the handler's error is the answer.
    await inStore("releasing a claim", eventKey, () => once.store.release(eventKey, owner)).catch(once.report)
    throw error
  }
  if (!(await inStore("completing a claim", eventKey, () => once.store.complete(eventKey, owner)))) {
    throw failure("lease_lost", "The handler finished after its lease had passed to another delivery.", {
      eventKey,
      retryAfterSeconds: 1
    })
  }
}

/** Claim, handle, complete: never acknowledged before a run has ended well, never run again after that. */
export async function handleOnce(
  once: Once,
  event: WebhookEvent,
  context: EventContext
): Promise<"handled" | "duplicate"> {
  if (isTest(event)) {
    await runHandler(once, event, context)
    return "handled"
  }
  const { eventKey } = context
  const owner = randomId()
  const claim = await inStore("claiming an event", eventKey, () => once.store.claim(eventKey, owner, once.leaseMs))
  switch (claim.status) {
    case "completed":
      return "duplicate"
    case "in_progress":
      throw inProgress(claim, eventKey)
    case "claimed":
      await runClaimed(once, event, context, owner)
      return "handled"
    default:
      throw storeFailed("claiming an event", eventKey, new Error("It answered with an unknown status."))
  }
}
