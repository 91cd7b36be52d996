/** `GET /post/forecast` (service.md, "Post queries"; decisions, sections 3 and 9). */
import { Schema } from "effect"
import { Envelope } from "../Operation.ts"
import { pricedOperation } from "../OperationKinds.ts"
import { choice, codesOf, Count, UnixSeconds } from "../Parameters.ts"
import { perRow } from "../Prices.ts"

/** When a forecast is possible, in hours after posting. The end is also the horizon of every forecast. */
export const forecastHours = { from: 1, until: 168 } as const

const codesAtMost = 20

export const ForecastMetric = Schema.Literals(["views", "likes", "replies"])
export type ForecastMetric = typeof ForecastMetric.Type

export const ForecastQuery = Schema.Struct({
  codes: codesOf(codesAtMost).annotate({
    description: `1 to ${codesAtMost} post codes.`,
    examples: [["3lbq5sbzq2k2a", "3lbq6t7x5pc2b"]]
  }),
  metric: choice(
    ForecastMetric.literals,
    "views",
    "The count to forecast. Most networks hide the views of other people's posts."
  )
})
export type ForecastQuery = typeof ForecastQuery.Type
type ForecastRequest = { readonly query: ForecastQuery }

const ForecastStatus = Schema.Literals(["ok", "too_young", "too_old", "no_metric", "not_yet", "not_found"])
export type ForecastStatus = typeof ForecastStatus.Type

const ForecastThreshold = Schema.Struct({
  views: Schema.optionalKey(Count).annotate({ description: "The number of views, when `metric` is `views`." }),
  likes: Schema.optionalKey(Count).annotate({ description: "The number of likes, when `metric` is `likes`." }),
  replies: Schema.optionalKey(Count).annotate({ description: "The number of replies, when `metric` is `replies`." }),
  probability: Schema.Finite.annotate({
    description: "The probability that the post reaches it within 7 days of posting, from 0.001 to 0.999."
  }),
  rough: Schema.optionalKey(Schema.Boolean).annotate({
    description:
      "Only there when true: the probability may be off by more than 0.1, because other networks differ about it and this one is not known yet."
  }),
  expected_at: Schema.NullOr(UnixSeconds).annotate({
    description: "When the post reaches it, if it does: the median time. Null if the probability is below 0.05."
  }),
  earliest_at: Schema.NullOr(UnixSeconds).annotate({
    description:
      "If the post reaches it, it does so after this time with a probability of 0.9. Null with `expected_at`."
  }),
  latest_at: Schema.NullOr(UnixSeconds).annotate({
    description:
      "If the post reaches it, it does so before this time with a probability of 0.9. Null with `expected_at`."
  })
}).annotate({ identifier: "ForecastThreshold" })
export type ForecastThreshold = typeof ForecastThreshold.Type

const ForecastModel = Schema.Struct({
  kind: Schema.Literals(["learned", "adapted", "prior"]).annotate({
    description:
      "`learned`: from posts of this service that were followed for a week. `adapted`: from the first posts of this service, and from other networks for what they do not tell yet. `prior`: from other networks only, so the probabilities are rough."
  }),
  version: Schema.String.annotate({ description: "The version of the model; changes with every training." }),
  posts: Count.annotate({ description: "How many posts of this service the model was trained on." }),
  skill: Schema.Finite.annotate({
    description:
      "The Brier skill of forecasts at the age of the observation: 1 is perfect, 0 is no better than the share of all posts that reach a threshold. Measured on later posts of this service; of the prior, and as long as few posts were followed for a week, what four of five simulated networks exceed."
  })
}).annotate({ identifier: "ForecastModel" })

export const PostForecast = Schema.Struct({
  code: Schema.String.annotate({ description: "The code given." }),
  status: ForecastStatus.annotate({
    description:
      "`ok`: there is a forecast. `too_young`: posted less than an hour ago. `too_old`: posted more than 7 days ago. `no_metric`: the count is not known, or was not observed in time. `not_yet`: no model is of use for a post of this age. `not_found`: no post with this code is stored."
  }),
  possible_at: Schema.NullOr(UnixSeconds).annotate({
    description:
      "When the post will be old enough for a forecast: with `too_young`, and with `not_yet` unless it takes a newer observation or more posts to learn from. Null for other rows."
  }),
  impression_count: Schema.NullOr(Count).annotate({ description: "View count; null if unknown." }),
  like_count: Schema.NullOr(Count).annotate({ description: "Likes; null when the post was not found." }),
  reply_count: Schema.NullOr(Count).annotate({ description: "Replies; null when the post was not found." }),
  metrics_at: Schema.NullOr(UnixSeconds).annotate({
    description: "When the counts were observed, in Unix seconds; null when the post was not found."
  }),
  thresholds: Schema.Array(ForecastThreshold).annotate({
    description:
      "The next five of 1, 2, 5, 10, … above the current count, lowest first, from 1,000 views, 100 likes or 50 replies (lower where half of the posts stay below); empty if there is no forecast."
  }),
  model: Schema.NullOr(ForecastModel).annotate({
    description: "The model behind the forecast; null if there is no forecast."
  })
}).annotate({ identifier: "Forecast" })
export type PostForecast = typeof PostForecast.Type

export const ForecastResult = Envelope("The forecasts.", {
  metric: ForecastMetric.annotate({ description: "The count of the thresholds." }),
  data: Schema.Array(PostForecast).annotate({ description: "One row for each code, in the order given." })
})

export const forecast = pricedOperation({
  name: "forecast",
  path: "/post/forecast",
  query: ForecastQuery,
  result: ForecastResult,
  summary: "Forecast",
  description:
    "Estimates how likely posts are to reach the next thresholds within 7 days of posting, and when. Forecasts are possible from 1 hour to 7 days after posting. A row without a forecast gives the reason and is free. A code listed twice is returned and charged twice.",
  apiType: "forecast",
  tool: {
    name: "forecast_posts",
    description:
      "How likely posts, 1 hour to 7 days old, are to reach their next thresholds, and when. For current counts, use get_live_posts."
  },
  price: perRow<ForecastRequest, PostForecast>({
    credits: 10,
    item: "post",
    asked: ({ query }) => query.codes.length,
    free: { when: "without a forecast", applies: ({ status }) => status !== "ok" }
  }),
  parameters: ({ query }: ForecastRequest) => query
})
