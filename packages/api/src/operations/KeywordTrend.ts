/** `GET /post/keyword-trend` (service.md, "Post queries"). */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { pricedEndpoint } from "../EndpointParts.ts"
import { Language } from "../Languages.ts"
import { type Body, documented, Envelope, type Price, type PricedOperation } from "../Operation.ts"
import { Count, IntBetween, Keywords } from "../Parameters.ts"

export const trendDefaultDays = 7

export const KeywordTrendQuery = Schema.Struct({
  keywords: Keywords("keywords").annotate({ description: "1 to 10 keywords, separated by commas." }),
  days: Schema.optionalKey(IntBetween(1, 90)).annotate({
    description: "Days in UTC, of which the last is today (default 7)."
  }),
  include_engagement: Schema.optionalKey(Schema.Boolean).annotate({
    description: "Adds the total likes, replies, reposts and shares of the posts of each day."
  }),
  language: Schema.optionalKey(Language).annotate({ description: "The post's own language (default `zh`)." })
})
export type KeywordTrendQuery = typeof KeywordTrendQuery.Type
type KeywordTrendRequest = { readonly query: KeywordTrendQuery }

const TrendDay = Schema.Struct({
  date: Schema.String.annotate({ description: "The day in UTC, `YYYY-MM-DD`." }),
  post_count: Count,
  like_count: Schema.optionalKey(Count),
  reply_count: Schema.optionalKey(Count),
  repost_count: Schema.optionalKey(Count).annotate({ description: "Reposts and quotes." }),
  reshare_count: Schema.optionalKey(Count).annotate({ description: "Shares out of the network." })
})

export const KeywordTrendResult = Envelope({
  data: Schema.Array(
    Schema.Struct({
      keyword: Schema.String.annotate({ description: "As it was asked for." }),
      days: Schema.Array(TrendDay).annotate({ description: "Oldest first; days without posts are there with 0." })
    })
  )
})

const cost = ({ query }: KeywordTrendRequest) =>
  (query.include_engagement === true ? 4 : 3) * query.keywords.length * (query.days ?? trendDefaultDays)

// Every day of every keyword is answered, so that the charge is the estimate.
const price: Price<KeywordTrendRequest, Body<typeof KeywordTrendResult>> = {
  estimate: cost,
  charge: cost,
  text: "3 credits x keywords x days, 4 with `include_engagement=true`"
}

export const keywordTrend: PricedOperation<KeywordTrendRequest, Body<typeof KeywordTrendResult>> = {
  kind: "priced",
  result: KeywordTrendResult,
  summary: "Keyword trend",
  description:
    "How many posts of each day contain each keyword, matched as in search. A keyword given twice is answered, and paid, twice.",
  apiType: "keyword_trend",
  tool: "get_keyword_trend",
  requires: "plan",
  price,
  limit: null,
  parameters: ({ query }) => query
}

export const keywordTrendEndpoint = HttpApiEndpoint.get(
  "keywordTrend",
  "/post/keyword-trend",
  pricedEndpoint(KeywordTrendQuery, KeywordTrendResult)
).annotateMerge(documented(keywordTrend))
