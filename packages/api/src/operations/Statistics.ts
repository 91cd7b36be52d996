/** The ladders and power hours (service.md, "Leaderboards and statistics"). */
import { Schema } from "effect"
import {
  defaultLanguage,
  type Language,
  languageOfRegion,
  languageParameter,
  Region,
  regionsText
} from "../Languages.ts"
import { Envelope } from "../Operation.ts"
import { pricedOperation } from "../OperationKinds.ts"
import { Count, IntBetween, optional, sharedAnswers, wholeNumber } from "../Parameters.ts"
import { perCall } from "../Prices.ts"

/** Decisions, "Prices the description does not show". */
const price = perCall(10)

/** The lookback of a ladder, in days before now. */
export const ladderDays = 30

export const ladderPercentiles = [50, 75, 90, 95, 99, 99.9] as const

const ladderFields = Schema.Struct({
  language: languageParameter("The language of the posts or authors"),
  region: optional(Region, {
    description: `Instead of \`language\`: ${regionsText}.`,
    example: "JP"
  })
})

export const LadderQuery = ladderFields.check(
  Schema.makeFilter(({ language, region }: typeof ladderFields.Type) =>
    language !== undefined && region !== undefined
      ? [{ path: ["region"], issue: "conflicts with language: use one of them" }]
      : []
  )
)
export type LadderQuery = typeof LadderQuery.Type
type LadderRequest = { readonly query: LadderQuery }

export const ladderLanguage = ({ language = defaultLanguage, region }: LadderQuery): Language =>
  region === undefined ? language : languageOfRegion(region)

const Rung = Schema.Struct({
  percentile: Schema.Literals(ladderPercentiles).annotate({
    description: "A percentage of the compared posts or authors."
  }),
  at_least: Schema.NullOr(Count).annotate({
    description:
      "The smallest number that at least this percentage of them does not exceed; null if nothing was compared."
  })
}).annotate({ identifier: "Rung" })

export const LadderResult = Envelope("The ladder.", {
  data: Schema.Struct({
    language: Schema.String.annotate({ description: "The language of the posts or authors." }),
    population: Count.annotate({ description: "How many posts or authors were compared." }),
    rungs: Schema.Array(Rung).annotate({ description: "One rung for each percentile, lowest first." })
  }).annotate({ identifier: "Ladder" })
})

const ladder = {
  query: LadderQuery,
  result: LadderResult,
  price,
  parameters: ({ query }: LadderRequest) => query
}

export const likeLadder = pricedOperation({
  ...ladder,
  name: "likeLadder",
  path: "/stats/like-ladder",
  summary: "Like ladder",
  description: `Shows how many likes a post needs to be among the best of the last ${ladderDays} days. Replies count as posts. ${sharedAnswers}`,
  apiType: "like_ladder",
  tool: {
    name: "get_like_ladder",
    description:
      "How many likes a post needs to be in the top 50, 25, 10, 5, 1 or 0.1 percent, by language or region. Returns thresholds, not posts. For followers, use get_follower_ladder."
  }
})

export const followerLadder = pricedOperation({
  ...ladder,
  name: "followerLadder",
  path: "/stats/follower-ladder",
  summary: "Follower ladder",
  description: `Shows how many followers an author needs to be among the largest. An author counts if their followers are known and they posted in the last ${ladderDays} days; their language is that of most of these posts. ${sharedAnswers}`,
  apiType: "follower_ladder",
  tool: {
    name: "get_follower_ladder",
    description:
      "How many followers an author needs to be in the top 50, 25, 10, 5, 1 or 0.1 percent, by language or region. Returns thresholds, not authors. For likes, use get_like_ladder."
  }
})

export const PowerHoursQuery = Schema.Struct({
  language: languageParameter("The posts' language"),
  days: wholeNumber({
    minimum: 1,
    maximum: 90,
    defaultValue: 30,
    description: "How many days, in UTC; the last one is today.",
    example: 14
  }),
  utc_offset: wholeNumber({
    minimum: -720,
    maximum: 840,
    defaultValue: 0,
    description: "Offset from UTC in minutes for the hours in the response, such as 480 for Taipei.",
    example: 480
  })
})
export type PowerHoursQuery = typeof PowerHoursQuery.Type

const MedianLikes = Schema.NullOr(Schema.Finite).annotate({
  description: "Half of the posts have at most this many likes; null without posts."
})

const PowerHourCell = Schema.Struct({
  weekday: IntBetween(1, 7).annotate({ description: "1 is Monday, 7 is Sunday (ISO 8601), at the given offset." }),
  hour: IntBetween(0, 23).annotate({ description: "The hour of the day, at the given offset." }),
  post_count: Count.annotate({ description: "Posts written in this hour." }),
  median_likes: MedianLikes,
  lift: Schema.NullOr(Schema.Finite).annotate({
    description:
      "`median_likes` divided by the median of all posts; null without posts, or if the median of all posts is 0."
  })
}).annotate({ identifier: "PowerHour" })

export const PowerHoursResult = Envelope("The hours of the week.", {
  data: Schema.Struct({
    post_count: Count.annotate({ description: "All posts." }),
    median_likes: MedianLikes,
    cells: Schema.Array(PowerHourCell).annotate({
      description: "All 168 hours of a week, from Monday 0:00, including hours with 0 posts."
    })
  }).annotate({ identifier: "PowerHours" })
})

export const powerHours = pricedOperation({
  name: "powerHours",
  path: "/stats/power-hours",
  query: PowerHoursQuery,
  result: PowerHoursResult,
  summary: "Power hours",
  description: `Shows how many posts, including replies, are written in each hour of the week, and their median likes. ${sharedAnswers}`,
  apiType: "power_hours",
  tool: {
    name: "get_power_hours",
    description: "The best times to post: number of posts and median likes for each hour of the week."
  },
  price,
  parameters: ({ query }: { readonly query: PowerHoursQuery }) => query
})
