/** `GET /user/{username}/follower-history` (service.md, "MCP"; decisions, sections 2, 3 and 9). */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { pricedEndpoint } from "../EndpointParts.ts"
import { type Body, documented, Envelope, type PricedOperation } from "../Operation.ts"
import { AuthorName, Count, IntBetween, UnixSeconds } from "../Parameters.ts"
import { NotFound } from "../Problems.ts"

export const followerHistoryDefaultDays = 30

const FollowerHistoryQuery = Schema.Struct({
  days: Schema.optionalKey(IntBetween(1, 365)).annotate({
    description: "Days in UTC, of which the last is today (default 30)."
  })
})
export type FollowerHistoryQuery = typeof FollowerHistoryQuery.Type

interface FollowerHistoryRequest {
  readonly params: { readonly username: string }
  readonly query: FollowerHistoryQuery
}

const HistoryDay = Schema.Struct({
  date: Schema.String.annotate({ description: "The day in UTC, `YYYY-MM-DD`." }),
  follower_count: Schema.NullOr(Count).annotate({ description: "Null before it was first told." }),
  follower_change: Schema.NullOr(Schema.Int).annotate({
    description: "Followers against the day before; null when one of the two is not known."
  }),
  following_count: Schema.NullOr(Count),
  post_count: Schema.NullOr(Count),
  observed_at: Schema.NullOr(UnixSeconds).annotate({
    description: "When the counts were told; before this day when none were told in it. Null before the first."
  })
})

export const FollowerHistoryResult = Envelope({
  data: Schema.Array(HistoryDay).annotate({ description: "One row for each day, oldest first." })
})

const perCall = () => 10

export const followerHistory: PricedOperation<FollowerHistoryRequest, Body<typeof FollowerHistoryResult>> = {
  kind: "priced",
  result: FollowerHistoryResult,
  summary: "Follower history of an account",
  description:
    "The counts of an account day by day, as last told by the end of each day; a day without news repeats the one before.",
  apiType: "user_follower_history",
  tool: "get_user_follower_history",
  requires: "plan",
  price: { estimate: perCall, charge: perCall, text: "10 credits per call; free when the account is not known" },
  limit: null,
  parameters: ({ params, query }) => ({ ...params, ...query })
}

export const followerHistoryEndpoint = HttpApiEndpoint.get("userFollowerHistory", "/user/:username/follower-history", {
  params: { username: AuthorName },
  ...pricedEndpoint(FollowerHistoryQuery, FollowerHistoryResult, NotFound)
}).annotateMerge(documented(followerHistory))
