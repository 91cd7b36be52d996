/** Answers to the operations on leaderboards. */
import { Api, coolReplies, followerGrowth, postLikeGrowth } from "@heddle/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CoolReplies } from "../../queries/leaderboards/CoolReplies.ts"
import { FollowerGrowth } from "../../queries/leaderboards/FollowerGrowth.ts"
import { PostLikeGrowth } from "../../queries/leaderboards/PostLikeGrowth.ts"
import { metered } from "../metering/Metering.ts"

export const LeaderboardOperations = HttpApiBuilder.group(
  Api,
  "leaderboards",
  Effect.fn(function* (handlers) {
    const replies = yield* CoolReplies
    const likes = yield* PostLikeGrowth
    const followers = yield* FollowerGrowth
    return handlers.handleAll({
      coolReplies: metered(coolReplies, ({ query }) => Effect.succeed(replies.top(query))),
      postLikeGrowth: metered(postLikeGrowth, ({ query }) => Effect.succeed(likes.top(query))),
      followerGrowth: metered(followerGrowth, ({ query }) => Effect.succeed(followers.top(query)))
    })
  })
)
