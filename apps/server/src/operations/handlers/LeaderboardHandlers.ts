/** Answers to the operations on leaderboards and statistics. */
import { coolReplies, followerGrowth, followerLadder, likeLadder, postLikeGrowth, powerHours } from "@heddle/api"
import { Effect, Layer } from "effect"
import { CoolReplies } from "../../queries/leaderboards/CoolReplies.ts"
import { FollowerGrowth } from "../../queries/leaderboards/FollowerGrowth.ts"
import { PostLikeGrowth } from "../../queries/leaderboards/PostLikeGrowth.ts"
import { Ladders } from "../../queries/statistics/Ladders.ts"
import { PowerHours } from "../../queries/statistics/PowerHours.ts"
import { Metering } from "../metering/Metering.ts"

export const leaderboardHandlers = Effect.gen(function* () {
  const { priced } = yield* Metering
  const replies = yield* CoolReplies
  const posts = yield* PostLikeGrowth
  const authors = yield* FollowerGrowth
  return {
    coolReplies: priced(coolReplies, ({ query }) => Effect.succeed(replies.top(query))),
    postLikeGrowth: priced(postLikeGrowth, ({ query }) => Effect.succeed(posts.top(query))),
    followerGrowth: priced(followerGrowth, ({ query }) => Effect.succeed(authors.top(query)))
  }
})

/** The queries behind these answers. */
export const LeaderboardQueries = Layer.mergeAll(CoolReplies.layer, PostLikeGrowth.layer, FollowerGrowth.layer)

/** Answers to the statistics operations. */
export const statisticsHandlers = Effect.gen(function* () {
  const { priced } = yield* Metering
  const hours = yield* PowerHours
  const ladders = yield* Ladders
  return {
    powerHours: priced(powerHours, ({ query }) => Effect.succeed(hours.count(query))),
    likeLadder: priced(likeLadder, ({ query }) => Effect.succeed(ladders.likes(query))),
    followerLadder: priced(followerLadder, ({ query }) => Effect.succeed(ladders.followers(query)))
  }
})

/** The queries behind these answers. */
export const StatisticsQueries = Layer.mergeAll(PowerHours.layer, Ladders.layer)
