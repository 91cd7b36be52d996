import type { EventContext, HandlerContext, HeldClaim } from "./Context.ts"
import { failure } from "./Errors.ts"
import { type IdempotencyStore, whetherInStore } from "./Store.ts"

export const leaseLost = (eventKey: string) =>
  failure("lease_lost", "The handler went on after its lease had passed to another delivery.", {
    eventKey,
    retryAfterSeconds: 1
  })

interface Lease {
  readonly context: HandlerContext
  readonly end: () => void
}

export interface LeaseTerms {
  readonly claim: HeldClaim | null
  readonly leaseMs: number
  /** When the store was asked for it, by `performance.now()`: by the store's clock it began no earlier. */
  readonly sinceMs: number
  readonly storeTimeoutMs: number
}

/** What a handler sees of its claim, with a timer of this process: the store alone decides who holds the event. */
export function holdLease(
  store: Pick<IdempotencyStore, "renew">,
  context: EventContext,
  { claim, leaseMs, sinceMs, storeTimeoutMs }: LeaseTerms
): Lease {
  const expiry = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = (startMs: number) => {
    clearTimeout(timer)
    if (claim === null) return
    const leftMs = Math.max(leaseMs - (performance.now() - startMs), 0)
    timer = setTimeout(() => expiry.abort(leaseLost(context.eventKey)), leftMs)
  }
  const renewLease = async () => {
    if (claim === null) return
    const startMs = performance.now()
    const step = { doing: "renewing a claim", eventKey: context.eventKey, timeoutMs: storeTimeoutMs }
    if (await whetherInStore(step, () => store.renew(claim.key, claim.owner, leaseMs))) return start(startMs)
    expiry.abort(leaseLost(context.eventKey))
    throw leaseLost(context.eventKey)
  }
  start(sinceMs)
  return { context: { ...context, claim, signal: expiry.signal, renewLease }, end: () => clearTimeout(timer) }
}
