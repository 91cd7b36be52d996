/** Answers to the operations on accounts of the network. */
import { Api, followerGrowth, followerHistory, interactions, topThreads, users } from "@heddle/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { LiveAuthors } from "../../live/LiveAuthors.ts"
import { FollowerGrowth } from "../../queries/leaderboards/FollowerGrowth.ts"
import { FollowerHistory } from "../../queries/authors/FollowerHistory.ts"
import { Interactions } from "../../queries/authors/Interactions.ts"
import { TopThreads } from "../../queries/authors/TopThreads.ts"
import { metered } from "../metering/Metering.ts"

export const AuthorOperations = HttpApiBuilder.group(
  Api,
  "authors",
  Effect.fn(function* (handlers) {
    const exchange = yield* Interactions
    const accounts = yield* LiveAuthors
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
