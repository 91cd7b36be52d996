/** Answers to the operations on leaderboards and statistics. */
import { coolReplies, followerGrowth, followerLadder, likeLadder, postLikeGrowth, powerHours } from "@heddle/api"
import { Effect, Layer } from "effect"
import { CoolReplies } from "../../queries/leaderboards/CoolReplies.ts"
import { FollowerGrowth } from "../../queries/leaderboards/FollowerGrowth.ts"
import { HotPosts } from "../../queries/leaderboards/HotPosts.ts"
import { PostLikeGrowth } from "../../queries/leaderboards/PostLikeGrowth.ts"
import { SharedBoards } from "../../queries/leaderboards/SharedBoards.ts"
import { Ladders } from "../../queries/statistics/Ladders.ts"
import { PowerHours } from "../../queries/statistics/PowerHours.ts"
import { Metering } from "../metering/Metering.ts"

export const leaderboardHandlers = Effect.gen(function* () {
  const { priced } = yield* Metering
  const boards = yield* SharedBoards
  return {
    coolReplies: priced(coolReplies, ({ query }) => Effect.succeed(boards.coolReplies(query))),
    postLikeGrowth: priced(postLikeGrowth, ({ query }) => Effect.succeed(boards.postLikeGrowth(query))),
    followerGrowth: priced(followerGrowth, ({ query }) => Effect.succeed(boards.followerGrowth(query)))
  }
})

/** Answers to the statistics operations. */
export const statisticsHandlers = Effect.gen(function* () {
  const { priced } = yield* Metering
  const boards = yield* SharedBoards
  return {
    powerHours: priced(powerHours, ({ query }) => Effect.succeed(boards.powerHours(query))),
    likeLadder: priced(likeLadder, ({ query }) => Effect.succeed(boards.likeLadder(query))),
    followerLadder: priced(followerLadder, ({ query }) => Effect.succeed(boards.followerLadder(query)))
  }
})

/** The queries behind these answers, and hot posts. */
export const BoardQueries = SharedBoards.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      HotPosts.layer,
      CoolReplies.layer,
      PostLikeGrowth.layer,
      FollowerGrowth.layer,
      PowerHours.layer,
      Ladders.layer
    )
  )
)
