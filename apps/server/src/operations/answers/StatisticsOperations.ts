/** Answers to the operations on statistics. */
import { Api, followerLadder, likeLadder, powerHours } from "@heddle/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Ladders } from "../../queries/statistics/Ladders.ts"
import { PowerHours } from "../../queries/statistics/PowerHours.ts"
import { metered } from "../metering/Metering.ts"

export const StatisticsOperations = HttpApiBuilder.group(
  Api,
  "statistics",
  Effect.fn(function* (handlers) {
    const hours = yield* PowerHours
    const ladders = yield* Ladders
    return handlers.handleAll({
      powerHours: metered(powerHours, ({ query }) => Effect.succeed(hours.count(query))),
      likeLadder: metered(likeLadder, ({ query }) => Effect.succeed(ladders.likes(query))),
      followerLadder: metered(followerLadder, ({ query }) => Effect.succeed(ladders.followers(query)))
    })
  })
)
