/** `GET /leaderboard/cool-replies` (service.md, "Leaderboards and statistics"; decisions, sections 2, 3 and 9). */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { pricedEndpoint } from "../EndpointParts.ts"
import { type Body, documented, Envelope, type PricedOperation } from "../Operation.ts"
import { Count } from "../Parameters.ts"
import { Post } from "../Posts.ts"
import { leaderboard, leaderboardQuery, type LeaderboardRequest, Rank } from "./LeaderboardParts.ts"

const CoolRepliesQuery = leaderboardQuery({ language: "The reply's own language", hours: "Replies posted in" })

const CoolReply = Schema.Struct({
  rank: Rank,
  value: Count.annotate({ description: "Likes of the reply." }),
  ...Post.fields
})

export const CoolRepliesResult = Envelope({ data: Schema.Array(CoolReply) })

export const coolReplies: PricedOperation<LeaderboardRequest, Body<typeof CoolRepliesResult>> = {
  ...leaderboard,
  result: CoolRepliesResult,
  summary: "Top replies",
  description: "The replies of the last hours with the most likes, in one language; among equals the newest first.",
  apiType: "cool_replies",
  tool: "get_cool_replies"
}

export const coolRepliesEndpoint = HttpApiEndpoint.get(
  "coolReplies",
  "/leaderboard/cool-replies",
  pricedEndpoint(CoolRepliesQuery, CoolRepliesResult)
).annotateMerge(documented(coolReplies))
