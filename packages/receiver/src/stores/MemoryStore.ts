import { defaultMaxEntries } from "../core/Limits.ts"
import { functionOption, numberOption } from "../core/Options.ts"
import type { Claim, IdempotencyStore } from "./IdempotencyStore.ts"
import { retentionMsOf } from "./Retention.ts"

export interface MemoryStoreOptions {
  /** Claims and completed events together; the oldest completed one makes room. Default 100,000. */
  readonly maxEntries?: number | undefined
  /** How long a completed event is remembered. Default 31 days, one more than the sender allows resends. */
  readonly retentionSeconds?: number | undefined
  /** Milliseconds since any moment. Default `performance.now`, which no change of the system's clock moves. */
  readonly now?: (() => number) | undefined
}

interface Held {
  readonly owner: string
  readonly leaseUntilMs: number
}

interface Completed {
  readonly owner: string
  readonly untilMs: number
}

/** For one process: what it knows is gone after a restart, and a second process does not see it. */
export class MemoryStore implements IdempotencyStore {
  // Both maps keep the order of insertion, so the oldest entry is always the first.
  readonly #held = new Map<string, Held>()
  readonly #completed = new Map<string, Completed>()
  readonly #maxEntries: number
  readonly #retentionMs: number
  readonly #now: () => number

  constructor(options: MemoryStoreOptions = {}) {
    this.#maxEntries = numberOption("maxEntries", options.maxEntries, {
      fallback: defaultMaxEntries,
      above: 0,
      max: 10_000_000
    })
    this.#retentionMs = retentionMsOf(options.retentionSeconds)
    this.#now = functionOption("now", options.now ?? (() => performance.now()))
  }

  get size(): number {
    return this.#held.size + this.#completed.size
  }

  async claim(key: string, owner: string, leaseMs: number): Promise<Claim> {
    const nowMs = this.#now()
    this.#forgetExpired(nowMs)
    if (this.#completed.has(key)) return { status: "completed" }
    const held = this.#held.get(key)
    if (held !== undefined && held.owner !== owner && held.leaseUntilMs > nowMs) {
      return { status: "in_progress", retryAfterMs: held.leaseUntilMs - nowMs }
    }
    this.#held.delete(key)
    this.#makeRoom(nowMs)
    this.#held.set(key, { owner, leaseUntilMs: nowMs + leaseMs })
    return { status: "claimed" }
  }

  async renew(key: string, owner: string, leaseMs: number): Promise<boolean> {
    if (!this.#drop(key, owner)) return false
    this.#held.set(key, { owner, leaseUntilMs: this.#now() + leaseMs })
    return true
  }

  async complete(key: string, owner: string): Promise<boolean> {
    if (this.#completed.get(key)?.owner === owner) return true
    if (!this.#drop(key, owner)) return false
    this.#completed.set(key, { owner, untilMs: this.#now() + this.#retentionMs })
    return true
  }

  async release(key: string, owner: string): Promise<boolean> {
    return this.#drop(key, owner)
  }

  #drop(key: string, owner: string): boolean {
    return this.#held.get(key)?.owner === owner && this.#held.delete(key)
  }

  #forgetExpired(nowMs: number): void {
    for (const [key, { untilMs }] of this.#completed) {
      if (untilMs > nowMs) return
      this.#completed.delete(key)
    }
  }

  /** A live claim is never evicted: that would let the same event run twice at once. */
  #makeRoom(nowMs: number): void {
    if (this.size < this.#maxEntries) return
    for (const key of this.#completed.keys()) {
      this.#completed.delete(key)
      return
    }
    for (const [key, held] of this.#held) {
      if (held.leaseUntilMs > nowMs) continue
      this.#held.delete(key)
      return
    }
    throw new Error(`All ${this.#maxEntries} entries of the memory store are claims in progress.`)
  }
}
