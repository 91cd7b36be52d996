/** `GET /live/posts` (service.md, "Post queries", "Credits and charges"; decisions, section 3). */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { pricedEndpoint } from "../EndpointParts.ts"
import { type Body, documented, Envelope, type Price, type PricedOperation } from "../Operation.ts"
import { CommaSeparated, identifierAtMost } from "../Parameters.ts"
import { DetailedPost } from "../Posts.ts"
import { liveFailureFields } from "./LiveFailure.ts"

const LivePostsQuery = Schema.Struct({
  codes: CommaSeparated({ name: "codes", atMost: 50, itemAtMost: identifierAtMost.code }).annotate({
    description: "1 to 50 post codes, separated by commas; collected here or not, of any age."
  })
})
type LivePostsRequest = { readonly query: typeof LivePostsQuery.Type }

const ReadPost = Schema.Struct({ status: Schema.Literal("ok"), ...DetailedPost.fields })
const FailedPost = Schema.Struct({ ...liveFailureFields, code: Schema.String })

export const LivePostsResult = Envelope({
  data: Schema.Array(Schema.Union([ReadPost, FailedPost])).annotate({
    description: "One row for each code, in the order asked."
  })
})
export type LivePostRow = Body<typeof LivePostsResult>["data"][number]

const perPost = 3
const perPostWithHiddenViews = 1

const costOf = (row: LivePostRow): number => {
  if (row.status === "failed") return 0
  return row.impression_count === null ? perPostWithHiddenViews : perPost
}

const price: Price<LivePostsRequest, Body<typeof LivePostsResult>> = {
  estimate: ({ query }) => perPost * query.codes.length,
  charge: (_request, { data }) => data.reduce((sum, row) => sum + costOf(row), 0),
  text: `${perPost} credits per post, ${perPostWithHiddenViews} when its view count is hidden; failed reads are free; a code given twice counts twice`
}

export const livePosts: PricedOperation<LivePostsRequest, Body<typeof LivePostsResult>> = {
  kind: "priced",
  result: LivePostsResult,
  summary: "Read posts live",
  description:
    "The numbers of posts at this moment, read from the network itself, for any publish time. A post that could not be read is a row with `status: failed` and a reason.",
  apiType: "live_posts",
  tool: "get_live_posts",
  requires: "plan",
  price,
  limit: null,
  parameters: ({ query }) => query
}

export const livePostsEndpoint = HttpApiEndpoint.get(
  "livePosts",
  "/live/posts",
  pricedEndpoint(LivePostsQuery, LivePostsResult)
).annotateMerge(documented(livePosts))
