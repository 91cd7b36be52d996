/**
 * Identifiers: a prefix that tells the kind and a ULID, so that they sort by time of creation and are URL-safe
 * (decisions, "Webhooks": `ep_…`, `rule_…`, `evt_…`, `dlv_…`).
 */
import { Clock, Effect } from "effect"
import { randomFillSync } from "node:crypto"
import { monotonicFactory } from "ulid"

// A system call for each character would cost more than the rest of an identifier; one fills the pool for a hundred.
const pool = new Uint8Array(2_048)
let used = pool.length

/** From 0 to less than 1. */
const random = (): number => {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return (pool[used++] ?? 0) / 256
}

// One factory a process: identifiers made within one millisecond still sort in the order of their making.
const next = monotonicFactory(random)

export type IdPrefix =
  | "acct"
  | "key"
  | "grant"
  | "hold"
  | "use"
  | "ep"
  | "rule"
  | "evt"
  | "dlv"
  | "req"
  | "claim"
  | "mail"
  | "period"
  | "sub"
  | "buy"

export const newId = (prefix: IdPrefix): Effect.Effect<string> =>
  Effect.map(Clock.currentTimeMillis, (now) => `${prefix}_${next(now)}`)
