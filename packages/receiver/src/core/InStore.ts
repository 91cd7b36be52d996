import { failure } from "./Failure.ts"

export const storeFailed = (doing: string, eventKey: string, cause: unknown) =>
  failure("store_failed", `The idempotency store failed while ${doing}.`, { cause, eventKey })

export async function inStore<A>(doing: string, eventKey: string, call: () => Promise<A>): Promise<A> {
  try {
    return await call()
  } catch (cause) {
    throw storeFailed(doing, eventKey, cause)
  }
}
