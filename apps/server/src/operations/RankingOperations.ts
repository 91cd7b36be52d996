/** Answers to the operations on statistics. */
import { Api, powerHours } from "@heddle/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { PowerHours } from "../rankings/PowerHours.ts"
import { metered } from "./Metering.ts"

export const RankingOperations = HttpApiBuilder.group(
  Api,
  "rankings",
  Effect.fn(function* (handlers) {
    const hours = yield* PowerHours
    return handlers.handleAll({
      powerHours: metered(powerHours, ({ query }) => Effect.succeed(hours.count(query)))
    })
  })
)
