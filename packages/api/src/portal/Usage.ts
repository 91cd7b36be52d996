/** Balance, charts of spending, and the usage history. All sums come from the entries of the ledger. */
import { Schema } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { Count } from "../Parameters.ts"
import { GrantKind, PlanName } from "../Plans.ts"
import { UsageEntry } from "../UsageEntry.ts"
import { Instant, PortalProblem, PortalSession } from "./PortalSession.ts"

export const Runway = Schema.Struct({
  ends: Schema.Literals(["unknown", "never used", "used up", "expired"]),
  /** When the credits are used up or expire at the present pace; null when it is not known or nothing was used. */
  at: Schema.NullOr(Instant),
  /** Credits a day, over the last full days; null as long as there are too few. */
  perDay: Schema.NullOr(Schema.Finite),
  /** Credits that would expire unused at that pace. */
  expiresUnused: Count
})

export const PortalBalance = Schema.Struct({
  remaining: Count,
  held: Count,
  plan: Schema.NullOr(
    Schema.Struct({ name: PlanName, endsAt: Instant, renewsAt: Schema.NullOr(Instant), webhooks: Schema.Boolean })
  ),
  grants: Schema.Array(
    Schema.Struct({
      kind: GrantKind,
      /** Of the grant as it was made. */
      total: Count,
      remaining: Count,
      expiresAt: Instant
    })
  ),
  runway: Runway,
  /** Since when webhooks are paused for want of credits. */
  webhooksPausedSince: Schema.NullOr(Instant)
})
export type PortalBalance = typeof PortalBalance.Type

/**
 * Filters are combined with AND. Days are UTC days, as `2026-11-22`; both ends are included. `from` may also be an hour
 * of UTC, as `2026-11-22T13`, without `to`.
 */
export const UsageFilter = Schema.Struct({
  from: Schema.optionalKey(Schema.String),
  to: Schema.optionalKey(Schema.String),
  source: Schema.optionalKey(Schema.String),
  apiType: Schema.optionalKey(Schema.String),
  /** Only calls through MCP, or only others. */
  via: Schema.optionalKey(Schema.Literals(["mcp", "rest", "webhook"]))
})
export type UsageFilter = typeof UsageFilter.Type

export const UsageBy = Schema.Literals(["source", "apiType", "via"])
export type UsageBy = typeof UsageBy.Type

/** A UTC day, or an hour if `from` is one. */
const UsageSpan = Schema.Struct({
  at: Schema.String,
  /** Credits of the series in the order of `series`; refunds are subtracted. */
  credits: Schema.Array(Schema.Int),
  calls: Schema.Array(Count)
})

export const UsageSummary = Schema.Struct({
  /** At most five, the largest first; the last may be `other`. */
  series: Schema.Array(Schema.Struct({ name: Schema.String, credits: Schema.Int, calls: Count })),
  spans: Schema.Array(UsageSpan),
  credits: Schema.Int,
  calls: Count
})
export type UsageSummary = typeof UsageSummary.Type

export const UsagePage = Schema.Struct({
  entries: Schema.Array(UsageEntry),
  nextCursor: Schema.NullOr(Schema.String)
})

const error = PortalProblem

export class UsageRpcs extends RpcGroup.make(
  Rpc.make("Balance", { success: PortalBalance }),
  /** Without `from`, the last 30 days; at most 366 days, or 168 hours. */
  Rpc.make("SummarizeUsage", { payload: { ...UsageFilter.fields, by: UsageBy }, success: UsageSummary, error }),
  /** 50 entries a page, newest first. */
  Rpc.make("ListUsage", {
    payload: {
      ...UsageFilter.fields,
      requestId: Schema.optionalKey(Schema.String),
      cursor: Schema.optionalKey(Schema.String)
    },
    success: UsagePage,
    error
  }),
  /** Values that the filters can take: names that occur in the history. */
  Rpc.make("ListUsageNames", {
    success: Schema.Struct({ sources: Schema.Array(Schema.String), apiTypes: Schema.Array(Schema.String) })
  })
)
  .prefix("usage.")
  .middleware(PortalSession) {}
