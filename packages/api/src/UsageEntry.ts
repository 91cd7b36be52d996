/** An entry of the usage history, as the API and the portal return it. */
import { Schema } from "effect"
import { UsageEntryId } from "./Ids.ts"
import { UnixSeconds } from "./Parameters.ts"

export const UsageEntry = Schema.Struct({
  id: UsageEntryId.annotate({ description: "The id of the entry." }),
  time: UnixSeconds.annotate({ description: "When the call was charged or refunded, in Unix seconds." }),
  cost: Schema.Int.annotate({ description: "Credits. Negative for refunds, and possibly for daily totals." }),
  source: Schema.String.annotate({
    description: "The name of the API key, `account login (APPLICATION)`, or `webhook EP_ID`."
  }),
  parameters: Schema.Record(Schema.String, Schema.Unknown).annotate({
    description: "The parameters of the call. A refund has `refund_of`, the id of the refunded entry."
  }),
  api_type: Schema.String.annotate({ description: "What was called, such as `keywords`." }),
  request_id: Schema.NullOr(Schema.String).annotate({
    description: "The `X-Request-Id` of the call; null for webhook events."
  })
}).annotate({ identifier: "UsageEntry" })
export type UsageEntry = typeof UsageEntry.Type
