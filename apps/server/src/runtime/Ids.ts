/**
 * Identifiers: a prefix for the kind and a ULID, so that they sort by time of creation and are URL-safe
 * (decisions, "Webhooks": `ep_…`, `rule_…`, `evt_…`, `dlv_…`).
 */
import { Clock, Effect } from "effect"
import { randomFillSync } from "node:crypto"
import { monotonicFactory } from "ulid"

// A system call for each character would dominate the cost of an id; one fills the pool for about a hundred ids.
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

// One factory per process, so that ids created within a millisecond still sort in order of creation.
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
