import type { EventContext } from "./Handler.ts"
import { maxRememberedHints } from "./Limits.ts"

export interface KeyConflict {
  /** From the header, which nothing signs. */
  readonly idempotencyKey: string
  /** The event that came under this header key first. */
  readonly firstEventKey: string
  /** The event that came under it now; it is handled like any other. */
  readonly eventKey: string
}

/**
 * Tells when one idempotency key stands on two different events: a proxy that mixes headers up, or somebody who tries
 * to. It decides nothing, so it lives in this process and costs the store no call; the oldest keys are forgotten.
 */
export class KeyConflicts {
  readonly #eventKeys = new Map<string, string>()

  find({ idempotencyKey, eventKey }: EventContext): KeyConflict | null {
    if (idempotencyKey === null) return null
    const firstEventKey = this.#eventKeys.get(idempotencyKey)
    if (firstEventKey !== undefined) {
      return firstEventKey === eventKey ? null : { idempotencyKey, firstEventKey, eventKey }
    }
    for (const oldest of this.#eventKeys.size < maxRememberedHints ? [] : this.#eventKeys.keys()) {
      this.#eventKeys.delete(oldest)
      break
    }
    this.#eventKeys.set(idempotencyKey, eventKey)
    return null
  }
}
