import { digest } from "#crypto"
import { withDeadline } from "./Body.ts"
import type { EventContext, HandlerContext, HeldClaim } from "./Context.ts"
import { failure, ReceiverConfigError } from "./Errors.ts"
import { maxStoredKeyCharacters } from "./Limits.ts"

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

const steps = ["claim", "renew", "complete", "release"] as const

/** At construction, because at the first event it would be a 503 for each of them. `null` is no wish for the default. */
export function checkStore(store: IdempotencyStore): IdempotencyStore {
  for (const step of steps) {
    if (typeof store?.[step] === "function") continue
    throw new ReceiverConfigError(
      "invalid_option",
      `store must have the methods ${steps.join(", ")}; ${step} is missing. Wait for it if it is a promise.`
    )
  }
  return store
}

const plain = /^[\x21-\x7e]+$/

/** What a key is stored under: itself, or its digest where a database would refuse its length or its characters. */
export async function storedKey(key: string): Promise<string> {
  if (key.length <= maxStoredKeyCharacters && plain.test(key)) return key
  return `v1:sha256:${await digest(key)}`
}

/** One step of a store: what it does, for which event, and how long it may take. */
export interface StoreStep {
  readonly doing: string
  readonly eventKey: string
  readonly timeoutMs: number
}

export const storeFailed = ({ doing, eventKey }: Omit<StoreStep, "timeoutMs">, cause: unknown) =>
  failure("store_failed", `The idempotency store failed while ${doing}.`, { cause, eventKey })

/** Clients wait forever for a server that is down; the sender waits 10 s. */
export async function inStore<A>(step: StoreStep, call: () => Promise<A>): Promise<A> {
  const late = () => new Error(`It did not answer within ${step.timeoutMs / 1000} s.`)
  try {
    return await withDeadline(call(), step.timeoutMs, late)
  } catch (cause) {
    throw storeFailed(step, cause)
  }
}

/** `undefined` is no answer: a store of one's own that returns nothing must not look like a lease that was lost. */
export async function whetherInStore(step: StoreStep, call: () => Promise<unknown>): Promise<boolean> {
  const answer = await inStore(step, call)
  if (typeof answer === "boolean") return answer
  throw storeFailed(step, new Error("It answered with neither true nor false."))
}

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
