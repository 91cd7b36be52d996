/** `GET /user/{username}/top-threads` (service.md, "Account queries"; decisions, sections 2 and 3). */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { pricedEndpoint } from "../EndpointParts.ts"
import { type Body, documented, Envelope, limitParameter, type Price, type PricedOperation } from "../Operation.ts"
import { AuthorName, Count, IntBetween } from "../Parameters.ts"
import { Post } from "../Posts.ts"
import { NotFound } from "../Problems.ts"

export const topThreadsDefaultDays = 30
export const topThreadsDefaultLimit = 10
const maxDays = 90
const limits = { minimum: 1, maximum: 100 }

const TopThreadsQuery = Schema.Struct({
  days: Schema.optionalKey(IntBetween(1, maxDays)).annotate({
    description: "Posted at most this many days ago (default 30)."
  }),
  sort: Schema.optionalKey(Schema.Literals(["like", "reply", "view"])).annotate({
    description: "Order, greatest first (default `like`). Posts without view data come last by `view`."
  }),
  limit: Schema.optionalKey(IntBetween(limits.minimum, limits.maximum)).annotate({
    description: "Posts returned at most (default 10)."
  })
})
export type TopThreadsQuery = typeof TopThreadsQuery.Type

interface TopThreadsRequest {
  readonly params: { readonly username: string }
  readonly query: TopThreadsQuery
}

/** A post with all that it can be sorted by. */
export const TopThread = Schema.Struct({
  ...Post.fields,
  impression_count: Schema.NullOr(Count).annotate({ description: "View count; null when unknown." })
})

export const TopThreadsResult = Envelope({ data: Schema.Array(TopThread) })

const price: Price<TopThreadsRequest, Body<typeof TopThreadsResult>> = {
  estimate: ({ query }) => query.limit ?? topThreadsDefaultLimit,
  charge: (_request, { data }) => data.length,
  text: "1 credit per post returned"
}

export const topThreads: PricedOperation<TopThreadsRequest, Body<typeof TopThreadsResult>> = {
  kind: "priced",
  result: TopThreadsResult,
  summary: "Top posts of an account",
  description: "The root posts of an account with the most likes, replies or views; replies are left out.",
  apiType: "user_top_threads",
  tool: "get_user_top_threads",
  requires: "plan",
  price,
  limit: limitParameter(limits, price),
  parameters: ({ params, query }) => ({ ...params, ...query })
}

export const topThreadsEndpoint = HttpApiEndpoint.get("userTopThreads", "/user/:username/top-threads", {
  params: { username: AuthorName },
  ...pricedEndpoint(TopThreadsQuery, TopThreadsResult, NotFound)
}).annotateMerge(documented(topThreads))
