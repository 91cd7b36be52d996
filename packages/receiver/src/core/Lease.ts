import type { IdempotencyStore } from "../stores/IdempotencyStore.ts"
import type { EventContext, HandlerContext, HeldClaim } from "./Handler.ts"
import { inStore } from "./InStore.ts"
import { failure } from "./Failure.ts"

export const leaseLost = (eventKey: string) =>
  failure("lease_lost", "The handler went on after its lease had passed to another delivery.", {
    eventKey,
    retryAfterSeconds: 1
  })

interface Lease {
  readonly context: HandlerContext
  readonly end: () => void
}

/** What a handler sees of its claim, with a timer of this process: the store alone decides who holds the event. */
export function holdLease(
  store: Pick<IdempotencyStore, "renew">,
  context: EventContext,
  claim: HeldClaim | null,
  leaseMs: number
): Lease {
  const expiry = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = () => {
    clearTimeout(timer)
    if (claim !== null) timer = setTimeout(() => expiry.abort(leaseLost(context.eventKey)), leaseMs)
  }
  const renewLease = async () => {
    if (claim === null) return
    const renewed = await inStore("renewing a claim", context.eventKey, () =>
      store.renew(claim.key, claim.owner, leaseMs)
    )
    if (renewed) return start()
    expiry.abort(leaseLost(context.eventKey))
    throw leaseLost(context.eventKey)
  }
  start()
  return { context: { ...context, claim, signal: expiry.signal, renewLease }, end: () => clearTimeout(timer) }
}
