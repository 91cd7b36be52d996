/** `GET /leaderboard/follower-growth` (service.md, "Leaderboards and statistics"; decisions, sections 2, 3 and 9). */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { pricedEndpoint } from "../EndpointParts.ts"
import { type Body, documented, Envelope, type PricedOperation } from "../Operation.ts"
import { Count } from "../Parameters.ts"
import { PostLanguage } from "../Posts.ts"
import { leaderboard, leaderboardQuery, type LeaderboardRequest, Rank } from "./LeaderboardParts.ts"

const FollowerGrowthQuery = leaderboardQuery({ language: "The account's language", hours: "Followers gained in" })

const GrowingAccount = Schema.Struct({
  rank: Rank,
  value: Count.annotate({ description: "Followers gained; never 0." }),
  growth_rate: Schema.NullOr(Schema.Finite).annotate({
    description: "`value` as a part of the followers before (0.25: a quarter more); null when there were none."
  }),
  username: Schema.String,
  full_name: Schema.String,
  profile_picture: Schema.String,
  follower_count: Count,
  language: PostLanguage.annotate({ description: "The language of most of its posts of the last 30 days." })
})

export const FollowerGrowthResult = Envelope({ data: Schema.Array(GrowingAccount) })

export const followerGrowth: PricedOperation<LeaderboardRequest, Body<typeof FollowerGrowthResult>> = {
  ...leaderboard,
  result: FollowerGrowthResult,
  summary: "Follower growth",
  description:
    "The accounts that gained the most followers in the last hours, in one language; among equals the one observed last first. An account gained what it has now above what it had when last looked at before these hours; if its followers were first told later, above what it had then. Accounts that gained nothing, or did not post in the last 30 days, are left out.",
  apiType: "follower_growth",
  tool: "get_follower_growth"
}

export const followerGrowthEndpoint = HttpApiEndpoint.get(
  "followerGrowth",
  "/leaderboard/follower-growth",
  pricedEndpoint(FollowerGrowthQuery, FollowerGrowthResult)
).annotateMerge(documented(followerGrowth))
