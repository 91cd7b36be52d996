import { withDeadline } from "./Deadline.ts"
import { failure } from "./Failure.ts"

/** One step of a store: what it does, for which event, and how long it may take. */
export interface StoreStep {
  readonly doing: string
  readonly eventKey: string
  readonly timeoutMs: number
}

export const storeFailed = ({ doing, eventKey }: Omit<StoreStep, "timeoutMs">, cause: unknown) =>
  failure("store_failed", `The idempotency store failed while ${doing}.`, { cause, eventKey })

/** Clients wait without end for a server that is away; the sender waits 10 s. */
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
