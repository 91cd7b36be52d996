import { ReceiverConfigError } from "../../core/ReceiverConfigError.ts"
import type { IdempotencyStore } from "../IdempotencyStore.ts"
import { retentionMsOf } from "../Retention.ts"
import { storedKey } from "../StoredKey.ts"

/** The part of a `KVNamespace` binding that is used. */
export interface KvNamespace {
  get(key: string): Promise<string | null>
  put(key: string, value: string, options: { expirationTtl: number }): Promise<void>
}

export interface BestEffortKvStoreOptions {
  readonly namespace: KvNamespace
  /** Before every key. Default `heddle:`. */
  readonly prefix?: string | undefined
  /** How long a completed event is remembered, at least 60. Default 31 days. */
  readonly retentionSeconds?: number | undefined
}

/** KV takes no shorter one. */
const minTtlSeconds = 60

/**
 * Remembers completed events, and nothing else. KV has no compare-and-set, is up to a minute behind elsewhere and takes
 * one write a second per key, so a claim could hold nobody off: two deliveries at once both run. It never marks an
 * event as handled that was not.
 */
export function bestEffortKvStore(options: BestEffortKvStoreOptions): IdempotencyStore {
  const { namespace, prefix = "heddle:" } = options
  if (typeof namespace?.get !== "function") {
    throw new ReceiverConfigError("invalid_option", "namespace must be a binding of a KV namespace.")
  }
  const seconds = Math.ceil(retentionMsOf(options.retentionSeconds) / 1000)
  const expirationTtl = Math.max(seconds, minTtlSeconds)
  return {
    claim: async (key) => {
      const found = await namespace.get(prefix + (await storedKey(key)))
      return { status: found === null ? "claimed" : "completed" }
    },
    renew: async () => true,
    complete: async (key, owner) => {
      await namespace.put(prefix + (await storedKey(key)), owner, { expirationTtl })
      return true
    },
    release: async () => true
  }
}
