/** Answers to the operations on accounts of the network. */
import { Api, followerGrowth, followerHistory, interactions, topThreads, users } from "@heddle/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { LiveUsers } from "../live/LiveUsers.ts"
import { FollowerGrowth } from "../people/FollowerGrowth.ts"
import { FollowerHistory } from "../people/FollowerHistory.ts"
import { Interactions } from "../people/Interactions.ts"
import { TopThreads } from "../people/TopThreads.ts"
import { metered } from "./Metering.ts"

export const PeopleOperations = HttpApiBuilder.group(
  Api,
  "people",
  Effect.fn(function* (handlers) {
    const exchange = yield* Interactions
    const accounts = yield* LiveUsers
    const growth = yield* FollowerGrowth
    const histories = yield* FollowerHistory
    const threads = yield* TopThreads
    return handlers.handleAll({
      users: metered(users, ({ query }) => Effect.succeed(accounts.lookUp(query.usernames))),
      userInteractions: metered(interactions, ({ params, query }) =>
        Effect.succeed(exchange.of(params.username, query))
      ),
      userFollowerHistory: metered(followerHistory, ({ params, query }) =>
        Effect.succeed(histories.of(params.username, query))
      ),
      followerGrowth: metered(followerGrowth, ({ query }) => Effect.succeed(growth.top(query))),
      userTopThreads: metered(topThreads, ({ params, query }) => Effect.succeed(threads.of(params.username, query)))
    })
  })
)
