/** `GET /post/{code}/chain` (service.md, "Post queries"; decisions, section 3). */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { pricedEndpoint } from "../EndpointParts.ts"
import { type Body, documented, Envelope, limitParameter, type Price, type PricedOperation } from "../Operation.ts"
import { Count, IntBetween, PostCode } from "../Parameters.ts"
import { Post } from "../Posts.ts"
import { NotFound } from "../Problems.ts"

export const chainDefaultLimit = 100
const limits = { minimum: 1, maximum: 500 }

const ChainQuery = Schema.Struct({
  limit: Schema.optionalKey(IntBetween(limits.minimum, limits.maximum)).annotate({
    description: "Posts returned at most, the root included (default 100)."
  })
})
export type ChainQuery = typeof ChainQuery.Type

interface ChainRequest {
  readonly params: { readonly code: string }
  readonly query: ChainQuery
}

const ChainReply = Schema.Struct({
  ...Post.fields,
  depth: Count.annotate({ description: "1 for a reply to the root, 2 for a reply to such a reply, and so on." }),
  source: Schema.Literals(["stored", "live"]).annotate({
    description: "Where the counts are from: `live` when they were read from the network for this call."
  })
})

export const ChainResult = Envelope({
  data: Schema.Struct({
    root: Post,
    replies: Schema.Array(ChainReply).annotate({
      description: "Each reply stands below the post it replies to, after that post's older replies and theirs."
    })
  })
})

const price: Price<ChainRequest, Body<typeof ChainResult>> = {
  estimate: ({ query }) => query.limit ?? chainDefaultLimit,
  charge: (_request, { data }) => 1 + data.replies.length,
  text: "1 credit per post returned, the root included"
}

export const chain: PricedOperation<ChainRequest, Body<typeof ChainResult>> = {
  kind: "priced",
  result: ChainResult,
  summary: "Reply chain of a post",
  description:
    "The thread a post belongs to: its root, also when the post is a reply, and the replies in thread order. Stored posts and posts read live are one thread, so that posts not yet collected can be asked for; the root is the topmost post that either knows. When live reading fails, the stored part is answered.",
  apiType: "post_chain",
  tool: null,
  requires: "plan",
  price,
  limit: limitParameter(limits, price),
  parameters: ({ params, query }) => ({ ...params, ...query })
}

export const chainEndpoint = HttpApiEndpoint.get("postChain", "/post/:code/chain", {
  params: { code: PostCode },
  ...pricedEndpoint(ChainQuery, ChainResult, NotFound)
}).annotateMerge(documented(chain))
