/** `GET /post/hot` (service.md, "Post queries"). */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { pricedEndpoint } from "../EndpointParts.ts"
import { Language } from "../Languages.ts"
import { type Body, documented, Envelope, type Price, type PricedOperation } from "../Operation.ts"
import { IntBetween } from "../Parameters.ts"
import { DetailedPost } from "../Posts.ts"

export const hotDefaultSize = 30
export const hotDefaultHours = 24
const sizes = { minimum: 1, maximum: 300 }

export const HotSort = Schema.Literals(["engagement:desc", "like:desc", "reply:desc", "impression:desc"])
export type HotSort = typeof HotSort.Type

export const HotPostsQuery = Schema.Struct({
  size: Schema.optionalKey(IntBetween(sizes.minimum, sizes.maximum)).annotate({
    description: "Number of posts (default 30)."
  }),
  sort: Schema.optionalKey(HotSort).annotate({
    description:
      "`engagement:desc` (likes, replies, reposts and reshares together; default), `like:desc`, `reply:desc` or `impression:desc` (only posts whose views are known)."
  }),
  language: Schema.optionalKey(Language).annotate({ description: "The post's own language (default `zh`)." }),
  hours: Schema.optionalKey(IntBetween(1, 72)).annotate({
    description: "Posted within this many hours (default 24)."
  })
})
export type HotPostsQuery = typeof HotPostsQuery.Type
type HotPostsRequest = { readonly query: HotPostsQuery }

export const HotPostsResult = Envelope({ data: Schema.Array(DetailedPost) })

/** Posts that the base price includes. */
const included = 30
const cost = ({ query: { size = hotDefaultSize, sort } }: HotPostsRequest) =>
  (sort === "impression:desc" ? 100 : 70) + 2 * Math.max(0, size - included)

// By requested size, whatever there is, so that the charge is the estimate.
const price: Price<HotPostsRequest, Body<typeof HotPostsResult>> = {
  estimate: cost,
  charge: cost,
  text: "70 credits for up to 30 posts, 100 with `sort=impression:desc`, plus 2 per extra post, by the `size` asked for"
}

export const hotPosts: PricedOperation<HotPostsRequest, Body<typeof HotPostsResult>> = {
  kind: "priced",
  result: HotPostsResult,
  summary: "Hot posts",
  description:
    "The posts of the last hours, replies included, with the greatest numbers, as detailed records. Equal ones: newest first.",
  apiType: "hot_posts",
  tool: "get_hot_posts",
  requires: "plan",
  price,
  limit: {
    ...sizes,
    estimate: ({ query }, size) => price.estimate({ query: { ...query, size } })
  },
  parameters: ({ query }) => query
}

export const hotPostsEndpoint = HttpApiEndpoint.get(
  "hotPosts",
  "/post/hot",
  pricedEndpoint(HotPostsQuery, HotPostsResult)
).annotateMerge(documented(hotPosts))
