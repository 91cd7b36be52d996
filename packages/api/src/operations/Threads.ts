/** `GET /post/{code}/chain` (service.md, "Post queries"; decisions, section 3). */
import { Schema } from "effect"
import { type Body, Envelope } from "../Operation.ts"
import { pricedOperationOn } from "../OperationKinds.ts"
import { Count, PostCode, wholeNumber } from "../Parameters.ts"
import { Post } from "../Posts.ts"
import { byLimit, perItem } from "../Prices.ts"

export const ChainQuery = Schema.Struct({
  limit: wholeNumber({
    minimum: 1,
    maximum: 500,
    defaultValue: 100,
    description: "The most posts to return, including the root.",
    example: 20
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
    description: "Where the counts come from: `live` if they were read from the network for this call."
  })
}).annotate({ identifier: "ChainReply" })

export const ChainResult = Envelope("The thread.", {
  data: Schema.Struct({
    root: Post.annotate({ description: "The top post of the thread." }),
    replies: Schema.Array(ChainReply).annotate({
      description: "Each reply follows the post it replies to, after that post's older replies and their replies."
    })
  }).annotate({ identifier: "Chain" })
})

export const chain = pricedOperationOn({
  name: "postChain",
  path: "/post/:code/chain",
  params: { code: PostCode },
  query: ChainQuery,
  result: ChainResult,
  summary: "Reply chain of a post",
  description:
    "Returns the whole thread of a post: the root, even if the post is a reply, and the replies in thread order. Stored posts and posts read live are merged, so the post does not have to be stored. The root is the topmost post known from either source; for a post more than 500 replies deep, it is the ancestor 500 above it. If live reading fails, you get the stored part.",
  apiType: "post_chain",
  tool: null,
  price: perItem<ChainRequest, Body<typeof ChainResult>>({
    credits: 1,
    item: "post returned, including the root",
    asked: byLimit(ChainQuery),
    returned: ({ data }) => 1 + data.replies.length
  }),
  parameters: ({ params, query }: ChainRequest) => ({ ...params, ...query })
})
