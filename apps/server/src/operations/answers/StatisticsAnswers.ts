/** Answers to the statistics operations. */
import { followerLadder, likeLadder, powerHours } from "@heddle/api"
import { Effect, Layer } from "effect"
import { Ladders } from "../../queries/statistics/Ladders.ts"
import { PowerHours } from "../../queries/statistics/PowerHours.ts"
import { Metering } from "../metering/Metering.ts"

export const statisticsAnswers = Effect.gen(function* () {
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
