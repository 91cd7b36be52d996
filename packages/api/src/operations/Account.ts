/** The account's credits (service.md, "Account and usage"). `GET /balance/history/export` is an addition of ours. */
import { Schema } from "effect"
import { Envelope, tableTypes } from "../Operation.ts"
import { fileOperation, readOperation } from "../OperationKinds.ts"
import { choice, Count, optional, Text, UnixSeconds, wholeNumber } from "../Parameters.ts"
import { GrantKind, PlanName } from "../Plans.ts"
import { UsageEntry } from "../UsageEntry.ts"

/** Entries on one page of the usage history (service.md, "Other limits"). */
export const historyPageSize = 50

/** Filters of the usage history, combined with AND. */
const HistoryFilter = Schema.Struct({
  api_type: optional(Text, { description: "Only this API type.", example: "keywords" }),
  source: optional(Text, { description: "Only this source, such as the name of a key.", example: "production" }),
  key_id: optional(Text, {
    description: "Only calls with the API key that has this id (`key_…`).",
    example: "key_01M7YY0HSY8ZTAVD0RDB125TQK"
  }),
  from: optional(UnixSeconds, {
    description: "Only entries at or after this time, in Unix seconds.",
    example: 1_790_812_800
  }),
  to: optional(UnixSeconds, { description: "Only entries before this time, in Unix seconds.", example: 1_793_491_200 })
})
export type HistoryFilter = typeof HistoryFilter.Type

export const HistoryQuery = Schema.Struct({
  page: wholeNumber({
    minimum: 1,
    maximum: 1_000_000,
    defaultValue: 1,
    description: "The page number, from 1.",
    example: 2
  }),
  anchor: optional(Text, {
    description:
      "The `anchor` of the previous page, or of any earlier page, so that entries added in the meantime do not shift the pages. It is valid for 24 hours if the filters stay the same.",
    example: "eyJwYWdlIjoxfQ.c2lnbmF0dXJl"
  }),
  ...HistoryFilter.fields
})
export type HistoryQuery = typeof HistoryQuery.Type

export const HistoryResult = Envelope("One page of the usage history.", {
  data: Schema.Array(UsageEntry).annotate({ description: "The entries, newest first." }),
  page: Count.annotate({ description: "This page, from 1." }),
  anchor: Schema.NullOr(Schema.String).annotate({
    description: "The `anchor` for the next page; null if the history is empty."
  }),
  page_size: Count.annotate({ description: "Entries on a full page." }),
  total: Count.annotate({ description: "Total number of entries." })
})

export const history = readOperation({
  name: "balanceHistory",
  path: "/balance/history",
  query: HistoryQuery,
  result: HistoryResult,
  summary: "Usage history",
  description: `Lists every call that ran and every webhook event that was charged or refunded, newest first, ${historyPageSize} per page.`,
  apiType: "balance_history",
  tool: null,
  requires: "nothing",
  parameters: ({ query }: { readonly query: HistoryQuery }) => query
})

/** CSV columns, in order; NDJSON has one object per line with the same members. */
export const exportColumns = ["id", "time", "cost", "source", "parameters", "api_type", "request_id"] as const

const ExportQuery = Schema.Struct({
  format: choice(["csv", "ndjson"], "csv", "`csv` (RFC 4180) or `ndjson` (one JSON object per line)."),
  ...HistoryFilter.fields
})
type ExportQuery = typeof ExportQuery.Type
export type ExportFormat = NonNullable<ExportQuery["format"]>

export const exportFormat = ({ format = ExportQuery.fields.format.defaultValue }: ExportQuery): ExportFormat => format

export const historyExport = fileOperation({
  name: "exportHistory",
  path: "/balance/history/export",
  query: ExportQuery,
  contentTypes: Object.values(tableTypes),
  summary: "Export the usage history",
  description:
    "Streams all current entries that match the filters, newest first, as one file. If the export fails, the connection breaks before the end of the file.",
  apiType: "balance_history",
  tool: null,
  requires: "nothing",
  parameters: ({ query }: { readonly query: ExportQuery }) => ({ ...query, format: exportFormat(query) })
})

export const BalanceGrant = Schema.Struct({
  kind: GrantKind,
  remaining: Count.annotate({ description: "Credits left in this grant, minus holds." }),
  expires_at: UnixSeconds.annotate({ description: "When the remaining credits expire, in Unix seconds." })
}).annotate({ identifier: "BalanceGrant" })

/** How many full days a forecast of the balance is taken from. */
export const paceDays = { atLeast: 3, atMost: 7 }

const Balance = Schema.Struct({
  remaining_credits: Count.annotate({ description: "Credits you can spend now: current grants minus holds." }),
  held_credits: Count.annotate({
    description: "Credits reserved for running calls and for webhook events that have not been sent yet."
  }),
  runs_out_at: Schema.NullOr(UnixSeconds).annotate({
    description: `When the credits run out at the pace of the last ${paceDays.atMost} full days (UTC), in Unix seconds. Null before ${paceDays.atLeast} full days of use, and if they last until they expire or none are left.`
  }),
  plan: Schema.NullOr(
    Schema.Struct({
      name: PlanName,
      renews_at: Schema.NullOr(UnixSeconds).annotate({
        description: "When the plan renews automatically, in Unix seconds; null if it does not."
      }),
      webhooks: Schema.Boolean.annotate({ description: "Whether the plan includes webhooks." })
    })
  ).annotate({ description: "The active plan; null if there is none." }),
  grants: Schema.Array(BalanceGrant).annotate({ description: "Current grants, in the order in which they are spent." })
}).annotate({ identifier: "Balance" })

export const BalanceResult = Envelope("The balance.", { data: Balance })

export const balance = readOperation({
  name: "balance",
  path: "/balance",
  summary: "Credit balance",
  description:
    "Returns the credits that the account can spend now, its held credits, when they run out at the present pace, its plan, and its grants with their expiry.",
  apiType: "balance",
  tool: {
    name: "get_balance",
    description: "The credits you can spend now, what running calls hold, the plan, and when credits expire."
  },
  requires: "nothing",
  parameters: (_request: object) => ({}),
  result: BalanceResult
})
