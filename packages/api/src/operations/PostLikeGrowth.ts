/** `GET /leaderboard/post-like-growth` (service.md, "Leaderboards and statistics"; decisions, sections 2, 3 and 9). */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { pricedEndpoint } from "../EndpointParts.ts"
import { type Body, documented, Envelope, type PricedOperation } from "../Operation.ts"
import { Count } from "../Parameters.ts"
import { Post } from "../Posts.ts"
import { leaderboard, leaderboardQuery, type LeaderboardRequest, Rank } from "./LeaderboardParts.ts"

const PostLikeGrowthQuery = leaderboardQuery({ language: "The post's own language", hours: "Likes gained in" })

const GrowingPost = Schema.Struct({
  rank: Rank,
  value: Count.annotate({ description: "Likes gained; never 0." }),
  ...Post.fields
})

export const PostLikeGrowthResult = Envelope({ data: Schema.Array(GrowingPost) })

export const postLikeGrowth: PricedOperation<LeaderboardRequest, Body<typeof PostLikeGrowthResult>> = {
  ...leaderboard,
  result: PostLikeGrowthResult,
  summary: "Viral posts",
  description:
    "The posts, replies included, that gained the most likes in the last hours, in one language; among equals the newest first. A post of these hours gained all its likes. An older one gained what it has now above what it had when last looked at before them, at most a quarter of its age and a day earlier; if it was found later, above what it had then. Posts that gained nothing are left out.",
  apiType: "post_like_growth",
  tool: "get_post_like_growth"
}

export const postLikeGrowthEndpoint = HttpApiEndpoint.get(
  "postLikeGrowth",
  "/leaderboard/post-like-growth",
  pricedEndpoint(PostLikeGrowthQuery, PostLikeGrowthResult)
).annotateMerge(documented(postLikeGrowth))
