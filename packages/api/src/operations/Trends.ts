/** `GET /post/keyword-trend` and `GET /post/hot` (service.md, "Post queries"). */
import { Schema } from "effect"
import { languageParameter } from "../Languages.ts"
import { type Body, Envelope } from "../Operation.ts"
import { pricedOperation } from "../OperationKinds.ts"
import { choice, flag, wholeNumber } from "../OptionalParameters.ts"
import { Count, keywordsParameter } from "../Parameters.ts"
import { DetailedPost } from "../Posts.ts"
import { baseWithExtras, byCount, bySize, perItem } from "../Prices.ts"

export const KeywordTrendQuery = Schema.Struct({
  keywords: keywordsParameter,
  days: wholeNumber({
    minimum: 1,
    maximum: 90,
    defaultValue: 7,
    description: "How many days, in UTC; the last one is today.",
    example: 30
  }),
  include_engagement: flag("Adds each day's total likes, replies, reposts and shares."),
  language: languageParameter("The post's own language")
})
export type KeywordTrendQuery = typeof KeywordTrendQuery.Type
type KeywordTrendRequest = { readonly query: KeywordTrendQuery }

const TrendDay = Schema.Struct({
  date: Schema.String.annotate({ description: "The day in UTC, `YYYY-MM-DD`." }),
  post_count: Count.annotate({ description: "Posts that contain the keyword." }),
  like_count: Schema.optionalKey(Count).annotate({ description: "Likes of these posts." }),
  reply_count: Schema.optionalKey(Count).annotate({ description: "Replies to these posts." }),
  repost_count: Schema.optionalKey(Count).annotate({ description: "Reposts and quotes of these posts." }),
  reshare_count: Schema.optionalKey(Count).annotate({ description: "Shares of these posts outside the network." })
})

export const KeywordTrendResult = Envelope("The trend of each keyword.", {
  data: Schema.Array(
    Schema.Struct({
      keyword: Schema.String.annotate({ description: "As it was given." }),
      days: Schema.Array(TrendDay).annotate({ description: "Oldest first; days without posts are present with 0." })
    })
  ).annotate({ description: "One row for each keyword, in the order given." })
})

const { defaultValue: trendDays } = KeywordTrendQuery.fields.days

export const keywordTrend = pricedOperation({
  name: "keywordTrend",
  path: "/post/keyword-trend",
  query: KeywordTrendQuery,
  result: KeywordTrendResult,
  summary: "Keyword trend",
  description:
    "Counts the posts of each day that contain each keyword, matched as in search. A keyword given twice is answered, and charged, twice.",
  apiType: "keyword_trend",
  tool: {
    name: "get_keyword_trend",
    description:
      "How many posts contain each keyword, day by day; on request their total engagement too. Returns numbers, no posts: for those use search_posts."
  },
  // The answer contains every day of every keyword, so the charge equals the estimate.
  price: perItem<KeywordTrendRequest, unknown>({
    credits: 3,
    instead: { credits: 4, with: { include_engagement: true } },
    item: "keyword and day",
    asked: byCount(({ query: { keywords, days = trendDays } }) => keywords.length * days)
  }),
  parameters: ({ query }: KeywordTrendRequest) => query
})

export const HotSort = Schema.Literals(["engagement:desc", "like:desc", "reply:desc", "impression:desc"])
export type HotSort = typeof HotSort.Type

export const HotPostsQuery = Schema.Struct({
  size: wholeNumber({ minimum: 1, maximum: 300, defaultValue: 30, description: "Number of posts.", example: 50 }),
  sort: choice(
    HotSort.literals,
    "engagement:desc",
    "`engagement:desc` adds up likes, replies, reposts and reshares; `impression:desc` leaves out posts with an unknown view count."
  ),
  language: languageParameter("The post's own language"),
  hours: wholeNumber({
    minimum: 1,
    maximum: 72,
    defaultValue: 24,
    description: "Posted within this many hours.",
    example: 6
  })
})
export type HotPostsQuery = typeof HotPostsQuery.Type
type HotPostsRequest = { readonly query: HotPostsQuery }

export const HotPostsResult = Envelope("The hot posts.", {
  data: Schema.Array(DetailedPost).annotate({ description: "The posts, greatest first." })
})

export const hotPosts = pricedOperation({
  name: "hotPosts",
  path: "/post/hot",
  query: HotPostsQuery,
  result: HotPostsResult,
  summary: "Hot posts",
  description:
    "The posts of the last hours, replies included, with the greatest counts, as detailed records. Ties: newest first.",
  apiType: "hot_posts",
  tool: {
    name: "get_hot_posts",
    description:
      "The posts of the last hours with the most engagement, on any topic, with all counts, media and author. Takes no keywords: for a topic use search_posts. It ranks by totals; get_post_like_growth ranks by likes gained."
  },
  price: baseWithExtras<HotPostsRequest, Body<typeof HotPostsResult>>({
    base: 70,
    instead: { credits: 100, with: { sort: "impression:desc" } },
    included: 30,
    perExtra: 2,
    item: "post",
    asked: bySize(HotPostsQuery)
  }),
  parameters: ({ query }: HotPostsRequest) => query
})
