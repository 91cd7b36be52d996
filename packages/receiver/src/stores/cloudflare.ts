import { ReceiverConfigError } from "../core/Errors.ts"
import { isRecord } from "../core/Event.ts"
import { retentionMsOf } from "../core/Limits.ts"
import { type Claim, type IdempotencyStore, storedKey } from "../core/Store.ts"
import type { Step } from "./IdempotencyObject.ts"

export { IdempotencyObject, type ObjectState } from "./IdempotencyObject.ts"

/** The part of a `DurableObjectNamespace` binding that is used. */
export interface ObjectNamespace<Id = unknown> {
  idFromName(name: string): Id
  get(id: Id): {
    fetch(url: string, init: { method: string; body: string }): Promise<{ ok: boolean; json(): Promise<unknown> }>
  }
}

export interface DurableObjectStoreOptions<Id = unknown> {
  /** The binding of the class `IdempotencyObject`. */
  readonly namespace: ObjectNamespace<Id>
  /** How long a completed event is remembered. Default 31 days, one more than the sender allows resends. */
  readonly retentionSeconds?: number | undefined
}

function readClaim(answer: unknown): Claim {
  const { status, retryAfterMs } = isRecord(answer) ? answer : {}
  if (status === "claimed" || status === "completed") return { status }
  if (status === "in_progress" && typeof retryAfterMs === "number") return { status, retryAfterMs }
  throw new Error("The durable object answered the claim with something unknown.")
}

/** One object for each event, so none becomes a bottleneck; two requests to it for each event handled. */
export function durableObjectStore<Id>(options: DurableObjectStoreOptions<Id>): IdempotencyStore {
  const { namespace } = options
  if (typeof namespace?.idFromName !== "function") {
    throw new ReceiverConfigError("invalid_option", "namespace must be a binding of a Durable Object.")
  }
  const retentionMs = retentionMsOf(options.retentionSeconds)
  const ask = async (verb: Step["verb"], key: string, owner: string, leaseMs: number): Promise<unknown> => {
    const object = namespace.get(namespace.idFromName(await storedKey(key)))
    const body = JSON.stringify({ verb, owner, leaseMs, retentionMs } satisfies Step)
    const response = await object.fetch("https://idempotency.invalid/", { method: "POST", body })
    if (!response.ok) throw new Error("The durable object refused the request.")
    return response.json()
  }
  return {
    claim: async (key, owner, leaseMs) => readClaim(await ask("claim", key, owner, leaseMs)),
    renew: async (key, owner, leaseMs) => (await ask("renew", key, owner, leaseMs)) === true,
    complete: async (key, owner) => (await ask("complete", key, owner, 0)) === true,
    release: async (key, owner) => (await ask("release", key, owner, 0)) === true
  }
}
