/**
 * Identifiers: a prefix that tells the kind and a ULID, so that they sort by time of creation and are URL-safe
 * (decisions, "Webhooks": `ep_…`, `rule_…`, `evt_…`, `dlv_…`).
 */
import { Clock, Effect } from "effect"
import { monotonicFactory } from "ulid"

// One factory a process: identifiers made within one millisecond still sort in the order of their making.
const next = monotonicFactory()

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
