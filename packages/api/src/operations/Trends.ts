/** `GET /post/keyword-trend` and `GET /post/hot` (service.md, "Post queries"). */
import { Schema } from "effect"
import { languageParameter } from "../Languages.ts"
import { type Body, Envelope } from "../Operation.ts"
import { pricedOperation } from "../OperationKinds.ts"
import { choice, Count, flag, keywordsParameter, sharedAnswers, wholeNumber } from "../Parameters.ts"
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
  language: languageParameter("The posts' language")
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
}).annotate({ identifier: "TrendPoint" })

const KeywordTrend = Schema.Struct({
  keyword: Schema.String.annotate({ description: "As given in the request." }),
  days: Schema.Array(TrendDay).annotate({ description: "Oldest first, including days with 0 posts." })
}).annotate({ identifier: "KeywordTrend" })

export const KeywordTrendResult = Envelope("The trend of each keyword.", {
  data: Schema.Array(KeywordTrend).annotate({ description: "One row for each keyword, in the order given." })
})

const { defaultValue: trendDays } = KeywordTrendQuery.fields.days

export const keywordTrend = pricedOperation({
  name: "keywordTrend",
  path: "/post/keyword-trend",
  query: KeywordTrendQuery,
  result: KeywordTrendResult,
  summary: "Keyword trend",
  description:
    "Counts the posts per day that contain each keyword, matched as in search. A keyword listed twice is returned and charged twice.",
  apiType: "keyword_trend",
  tool: {
    name: "get_keyword_trend",
    description:
      "How many posts contain each keyword, day by day, and optionally their total engagement. Returns numbers. For posts, use search_posts."
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
    "`engagement:desc` adds up likes, replies, reposts and reshares; `impression:desc` omits posts with an unknown view count."
  ),
  language: languageParameter("The posts' language"),
  hours: wholeNumber({
    minimum: 1,
    maximum: 72,
    defaultValue: 24,
    description: "How many hours back to include posts.",
    example: 6
  })
})
export type HotPostsQuery = typeof HotPostsQuery.Type
type HotPostsRequest = { readonly query: HotPostsQuery }

export const HotPostsResult = Envelope("The hot posts.", {
  data: Schema.Array(DetailedPost).annotate({ description: "The posts, highest first." })
})

export const hotPosts = pricedOperation({
  name: "hotPosts",
  path: "/post/hot",
  query: HotPostsQuery,
  result: HotPostsResult,
  summary: "Hot posts",
  description: `Returns the posts from the last hours, including replies, with the highest counts, as detailed records. Tied posts are sorted newest first. ${sharedAnswers}`,
  apiType: "hot_posts",
  tool: {
    name: "get_hot_posts",
    description:
      "Posts from the last hours with the most engagement, on any topic, with all counts, media and author. For a topic, use search_posts. Ranks by total counts; get_post_like_growth ranks by likes gained."
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
