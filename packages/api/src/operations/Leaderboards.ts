/** The three leaderboards (service.md, "Leaderboards and statistics"; decisions, sections 2, 3 and 9). */
import { Schema } from "effect"
import { languageParameter } from "../Languages.ts"
import { Envelope } from "../Operation.ts"
import { pricedOperation } from "../OperationKinds.ts"
import { Count, sharedAnswers, wholeNumber } from "../Parameters.ts"
import { Post, PostLanguage } from "../Posts.ts"
import { baseWithExtras, bySize } from "../Prices.ts"

export const LeaderboardQuery = Schema.Struct({
  language: languageParameter("The leaderboard's language"),
  hours: wholeNumber({
    minimum: 1,
    maximum: 168,
    defaultValue: 24,
    description: "Hours the leaderboard looks back.",
    example: 48
  }),
  size: wholeNumber({
    minimum: 1,
    maximum: 100,
    defaultValue: 30,
    description: "The most rows to return.",
    example: 10
  })
})
export type LeaderboardQuery = typeof LeaderboardQuery.Type
type LeaderboardRequest = { readonly query: LeaderboardQuery }

const leaderboard = {
  query: LeaderboardQuery,
  price: baseWithExtras<LeaderboardRequest, { readonly data: ReadonlyArray<unknown> }>({
    base: 30,
    included: 30,
    perExtra: 1,
    item: "row",
    asked: bySize(LeaderboardQuery),
    returned: ({ data }) => data.length
  }),
  parameters: ({ query }: LeaderboardRequest) => query
}

const Rank = Count.annotate({ description: "Place on the leaderboard, from 1." })

export const CoolRepliesResult = Envelope("The board.", {
  data: Schema.Array(
    Schema.Struct({
      rank: Rank,
      value: Count.annotate({ description: "Likes of the reply." }),
      ...Post.fields
    }).annotate({ identifier: "TopReply" })
  ).annotate({ description: "The replies, best first." })
})

export const coolReplies = pricedOperation({
  ...leaderboard,
  name: "coolReplies",
  path: "/leaderboard/cool-replies",
  result: CoolRepliesResult,
  summary: "Top replies",
  description: `Returns the replies from the last hours with the most likes, in one language. Tied replies are sorted newest first. ${sharedAnswers}`,
  apiType: "cool_replies",
  tool: {
    name: "get_cool_replies",
    description:
      "Leaderboard of replies written in the last hours, by likes. For posts of all kinds, use get_hot_posts."
  }
})

export const PostLikeGrowthResult = Envelope("The board.", {
  data: Schema.Array(
    Schema.Struct({
      rank: Rank,
      value: Count.annotate({ description: "Likes gained; never 0." }),
      ...Post.fields
    }).annotate({ identifier: "GrowingPost" })
  ).annotate({ description: "The posts, best first." })
})

export const postLikeGrowth = pricedOperation({
  ...leaderboard,
  name: "postLikeGrowth",
  path: "/leaderboard/post-like-growth",
  result: PostLikeGrowthResult,
  summary: "Viral posts",
  description: `Returns the posts, including replies, that gained the most likes in the last hours, in one language. Tied posts are sorted newest first. A post written in these hours gained all its likes. An older post gained the difference between its likes now and at its last observation before these hours, which is earlier by at most a quarter of the post's age plus a day; if it was first observed later, the difference to that observation. Posts with no growth are omitted. ${sharedAnswers}`,
  apiType: "post_like_growth",
  tool: {
    name: "get_post_like_growth",
    description:
      "Leaderboard of posts of any age by the likes they gained in the last hours: what is going viral now. For total counts, use get_hot_posts."
  }
})

const GrowingAccount = Schema.Struct({
  rank: Rank,
  value: Count.annotate({ description: "Followers gained; never 0." }),
  growth_rate: Schema.NullOr(Schema.Finite).annotate({
    description: "`value` divided by the earlier number of followers (0.25 means 25% more); null if that was 0."
  }),
  username: Schema.String.annotate({ description: "The author's name." }),
  full_name: Schema.String.annotate({ description: "The author's display name; empty if unknown." }),
  profile_picture: Schema.String.annotate({ description: "URL of the picture; empty if unknown." }),
  follower_count: Count.annotate({ description: "Followers now." }),
  language: PostLanguage.annotate({ description: "The language of most of the author's posts from the last 30 days." })
}).annotate({ identifier: "GrowingAuthor" })

export const FollowerGrowthResult = Envelope("The board.", {
  data: Schema.Array(GrowingAccount).annotate({ description: "The authors, best first." })
})

export const followerGrowth = pricedOperation({
  ...leaderboard,
  name: "followerGrowth",
  path: "/leaderboard/follower-growth",
  result: FollowerGrowthResult,
  summary: "Follower growth",
  description: `Returns the authors who gained the most followers in the last hours, in one language. Tied authors are sorted by latest observation. An author gained the difference between their followers now and at their last observation before these hours; if their followers were first known later, the difference to that time. Authors with no growth, or without a post in the last 30 days, are omitted. ${sharedAnswers}`,
  apiType: "follower_growth",
  tool: {
    name: "get_follower_growth",
    description:
      "Leaderboard of authors by the followers they gained in the last hours. For the history of one author, use get_user_follower_history."
  }
})
