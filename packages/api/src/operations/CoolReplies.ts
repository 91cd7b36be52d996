/** `GET /leaderboard/cool-replies` (service.md, "Leaderboards and statistics"; decisions, sections 2, 3 and 9). */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { pricedEndpoint } from "../EndpointParts.ts"
import { Language } from "../Languages.ts"
import { type Body, documented, Envelope, type Price, type PricedOperation } from "../Operation.ts"
import { Count, IntBetween } from "../Parameters.ts"
import { Post } from "../Posts.ts"

export const coolRepliesDefaultHours = 24
export const coolRepliesDefaultSize = 30
const maxHours = 168
const limits = { minimum: 1, maximum: 100 }

const CoolRepliesQuery = Schema.Struct({
  language: Schema.optionalKey(Language).annotate({ description: "The reply's own language (default `zh`)." }),
  hours: Schema.optionalKey(IntBetween(1, maxHours)).annotate({
    description: "Replies posted in the last 1 to 168 hours (default 24)."
  }),
  size: Schema.optionalKey(IntBetween(limits.minimum, limits.maximum)).annotate({
    description: "Rows at most (default 30)."
  })
})
export type CoolRepliesQuery = typeof CoolRepliesQuery.Type
type CoolRepliesRequest = { readonly query: CoolRepliesQuery }

const CoolReply = Schema.Struct({
  rank: Count.annotate({ description: "Place on the board, from 1." }),
  value: Count.annotate({ description: "Likes of the reply." }),
  ...Post.fields
})

export const CoolRepliesResult = Envelope({ data: Schema.Array(CoolReply) })

const perCall = 30
const included = 30

const costOf = (rows: number): number => perCall + Math.max(0, rows - included)

const price: Price<CoolRepliesRequest, Body<typeof CoolRepliesResult>> = {
  estimate: ({ query }) => costOf(query.size ?? coolRepliesDefaultSize),
  charge: (_request, { data }) => costOf(data.length),
  text: `${perCall} credits for up to ${included} rows, plus 1 per extra row, by rows returned; at least ${perCall}`
}

export const coolReplies: PricedOperation<CoolRepliesRequest, Body<typeof CoolRepliesResult>> = {
  kind: "priced",
  result: CoolRepliesResult,
  summary: "Top replies",
  description: "The replies of the last hours with the most likes, in one language; among equals the newest first.",
  apiType: "cool_replies",
  tool: "get_cool_replies",
  requires: "plan",
  price,
  limit: { ...limits, estimate: ({ query }, size) => price.estimate({ query: { ...query, size } }) },
  parameters: ({ query }) => query
}

export const coolRepliesEndpoint = HttpApiEndpoint.get(
  "coolReplies",
  "/leaderboard/cool-replies",
  pricedEndpoint(CoolRepliesQuery, CoolRepliesResult)
).annotateMerge(documented(coolReplies))
