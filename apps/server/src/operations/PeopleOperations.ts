/** Answers to the operations on accounts of the network. */
import { Api, topThreads } from "@heddle/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { TopThreads } from "../people/TopThreads.ts"
import { metered } from "./Metering.ts"

export const PeopleOperations = HttpApiBuilder.group(
  Api,
  "people",
  Effect.fn(function* (handlers) {
    const threads = yield* TopThreads
    return handlers.handleAll({
      userTopThreads: metered(topThreads, ({ params, query }) => Effect.succeed(threads.of(params.username, query)))
    })
  })
)
