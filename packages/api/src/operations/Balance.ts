/** `GET /balance` and `GET /balance/history` (service.md, "Account and usage"). Both are free. */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { type Body, documented, Envelope, free, type ReadOperation } from "../Operation.ts"
import { Count, IntBetween, Text, UnixSeconds } from "../Parameters.ts"
import { PlanName } from "../Plans.ts"

export const BalanceGrant = Schema.Struct({
  kind: Schema.Literals(["plan", "top_up", "operator"]),
  remaining: Count.annotate({ description: "Credits left in this grant, without holds." }),
  expires_at: UnixSeconds
})

export const Balance = Schema.Struct({
  remaining_credits: Count.annotate({ description: "What can be spent now: grants in force without holds." }),
  held_credits: Count.annotate({ description: "Reserved by running calls and by webhook events not sent yet." }),
  plan: Schema.NullOr(
    Schema.Struct({
      name: PlanName,
      renews_at: Schema.NullOr(UnixSeconds).annotate({
        description: "When the plan renews by itself; null when it has to be renewed by hand."
      }),
      webhooks: Schema.Boolean
    })
  ),
  grants: Schema.Array(BalanceGrant)
})

export const BalanceResult = Envelope({ data: Balance })

export const balance: ReadOperation<object, Body<typeof BalanceResult>> = {
  kind: "read",
  result: BalanceResult,
  summary: "Credit balance",
  description: "What the account can spend now, what is held, its plan and its grants with their expiry.",
  apiType: "balance",
  tool: "get_balance",
  requires: "nothing",
  price: free,
  parameters: () => ({})
}

export const balanceEndpoint = HttpApiEndpoint.get("balance", "/balance", { success: BalanceResult }).annotateMerge(
  documented(balance)
)

/** Entries on one page of the usage history (service.md, "Other limits"). */
export const historyPageSize = 50

export const UsageEntry = Schema.Struct({
  id: Schema.String,
  time: UnixSeconds,
  cost: Count.annotate({ description: "Credits." }),
  source: Schema.String.annotate({
    description: "The name of the API key, `account login (APPLICATION)`, or `webhook EP_ID`."
  }),
  parameters: Schema.Record(Schema.String, Schema.Unknown),
  api_type: Schema.String,
  request_id: Schema.NullOr(Schema.String).annotate({
    description: "The `X-Request-Id` of the call; null for webhook events."
  })
})
export type UsageEntry = typeof UsageEntry.Type

/** Which entries are asked for; all that are given have to hold. */
export const HistoryFilter = Schema.Struct({
  api_type: Schema.optionalKey(Text).annotate({ description: "Only this API type, such as `keywords`." }),
  source: Schema.optionalKey(Text).annotate({ description: "Only this source, such as the name of a key." }),
  key_id: Schema.optionalKey(Text).annotate({ description: "Only calls through the API key with this id (`key_…`)." }),
  from: Schema.optionalKey(UnixSeconds).annotate({ description: "Only entries at or after this Unix time." }),
  to: Schema.optionalKey(UnixSeconds).annotate({ description: "Only entries before this Unix time." })
})
export type HistoryFilter = typeof HistoryFilter.Type

export const HistoryQuery = Schema.Struct({
  page: Schema.optionalKey(IntBetween(1, 1_000_000)).annotate({ description: "Page, from 1 (default 1)." }),
  ...HistoryFilter.fields
})
export type HistoryQuery = typeof HistoryQuery.Type

export const HistoryResult = Envelope({
  data: Schema.Array(UsageEntry),
  page: Count,
  page_size: Count,
  total: Count
})

export const history: ReadOperation<{ readonly query: HistoryQuery }, Body<typeof HistoryResult>> = {
  kind: "read",
  result: HistoryResult,
  summary: "Usage history",
  description: "Every call that ran and every webhook event charged, newest first, 50 a page.",
  apiType: "balance_history",
  tool: null,
  requires: "nothing",
  price: free,
  parameters: ({ query }) => query
}

export const historyEndpoint = HttpApiEndpoint.get("balanceHistory", "/balance/history", {
  query: HistoryQuery,
  success: HistoryResult
}).annotateMerge(documented(history))
