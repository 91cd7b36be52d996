import { functionOption, maxEntriesRange, numberOption, retentionMsOf } from "../core/Limits.ts"
import type { IdempotencyStore } from "../core/Store.ts"

export interface MemoryStoreOptions {
  /** Claims and completed events together; the oldest completed one makes room. Default 100,000. */
  readonly maxEntries?: number | undefined
  /** How long a completed event is remembered. Default 31 days, one more than the sender allows resends. */
  readonly retentionSeconds?: number | undefined
  /** Milliseconds since any moment. Default `performance.now`, which no change of the system's clock moves. */
  readonly now?: (() => number) | undefined
}

export interface MemoryStore extends IdempotencyStore {
  /** Claims and completed events together. */
  readonly size: number
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
export function memoryStore(options: MemoryStoreOptions = {}): MemoryStore {
  const maxEntries = numberOption("maxEntries", options.maxEntries, maxEntriesRange)
  const retentionMs = retentionMsOf(options.retentionSeconds)
  const now = functionOption("now", options.now ?? (() => performance.now()))
  // Both keep the order of insertion, so the oldest entry is always the first.
  const held = new Map<string, Held>()
  const completed = new Map<string, Completed>()
  const size = () => held.size + completed.size

  const drop = (key: string, owner: string): boolean => held.get(key)?.owner === owner && held.delete(key)

  function forgetExpired(nowMs: number): void {
    for (const [key, { untilMs }] of completed) {
      if (untilMs > nowMs) return
      completed.delete(key)
    }
  }

  /** A live claim is never evicted: that would let the same event run twice at once. */
  function makeRoom(nowMs: number): void {
    if (size() < maxEntries) return
    for (const key of completed.keys()) {
      completed.delete(key)
      return
    }
    for (const [key, { leaseUntilMs }] of held) {
      if (leaseUntilMs > nowMs) continue
      held.delete(key)
      return
    }
    throw new Error(`All ${maxEntries} entries of the memory store are claims in progress.`)
  }

  return {
    get size() {
      return size()
    },
    claim: async (key, owner, leaseMs) => {
      const nowMs = now()
      forgetExpired(nowMs)
      if (completed.has(key)) return { status: "completed" }
      const other = held.get(key)
      if (other !== undefined && other.owner !== owner && other.leaseUntilMs > nowMs) {
        return { status: "in_progress", retryAfterMs: other.leaseUntilMs - nowMs }
      }
      held.delete(key)
      makeRoom(nowMs)
      held.set(key, { owner, leaseUntilMs: nowMs + leaseMs })
      return { status: "claimed" }
    },
    renew: async (key, owner, leaseMs) => {
      if (!drop(key, owner)) return false
      held.set(key, { owner, leaseUntilMs: now() + leaseMs })
      return true
    },
    complete: async (key, owner) => {
      if (completed.get(key)?.owner === owner) return true
      if (!drop(key, owner)) return false
      completed.set(key, { owner, untilMs: now() + retentionMs })
      return true
    },
    release: async (key, owner) => drop(key, owner)
  }
}
