/** The customer's side of the conformance suite, the same in every framework and on every runtime. */
import {
  type Claim,
  createReceiver,
  type IdempotencyStore,
  memoryStore,
  type Receiver,
  type WebhookEvent
} from "@heddle/receiver"

export const customerSecrets = ["whsec_Zk3vQ0mN8sT1xYcB5uWq2LrHj7EpDa9F", "whsec_aB4dEfG7hJkL0mNpQ2rS5tUvW8xYz1C3"]
/** Unix seconds at which the customer's clock stands still. */
export const customerTime = 1_760_000_000
export const maxBodyBytes = 65_536

/** A store that fails for keys that ask for it. */
class FaultyStore implements IdempotencyStore {
  readonly #memory = memoryStore()

  async claim(key: string, owner: string, leaseMs: number): Promise<Claim> {
    if (key.includes("claim-fails")) throw new Error("the store is down")
    if (key.includes("held-elsewhere")) return { status: "in_progress", retryAfterMs: 41_001 }
    return this.#memory.claim(key, owner, leaseMs)
  }

  async renew(key: string, owner: string, leaseMs: number): Promise<boolean> {
    return this.#memory.renew(key, owner, leaseMs)
  }

  async complete(key: string, owner: string): Promise<boolean> {
    if (key.includes("complete-fails")) throw new Error("the store is down")
    if (key.includes("lease-lost")) return false
    return this.#memory.complete(key, owner)
  }

  async release(key: string, owner: string): Promise<boolean> {
    if (key.includes("release-fails")) throw new Error("the store is down")
    return this.#memory.release(key, owner)
  }
}

const failingHandler = () => {
  const failed = new Set<string>()
  return async ({ post }: WebhookEvent): Promise<void> => {
    if (post.code.includes("handler-fails")) throw new Error("CONFIDENTIAL of the handler")
    if (post.code.includes("handler-recovers") && !failed.has(post.code)) {
      failed.add(post.code)
      throw new Error("CONFIDENTIAL of the handler")
    }
  }
}

/** Fails where the post's code says so. */
export const makeCustomer = (): Receiver =>
  createReceiver({
    secrets: customerSecrets,
    handler: failingHandler(),
    store: new FaultyStore(),
    maxBodyBytes,
    bodyTimeoutSeconds: 0.25,
    onError: () => {},
    now: () => customerTime * 1000
  })
