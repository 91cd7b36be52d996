/** Answers to the operations on accounts of the network. */
import { followerGrowth, followerHistory, interactions, topThreads, users } from "@heddle/api"
import { Effect } from "effect"
import { LiveAuthors } from "../../live/LiveAuthors.ts"
import { FollowerGrowth } from "../../queries/leaderboards/FollowerGrowth.ts"
import { FollowerHistory } from "../../queries/authors/FollowerHistory.ts"
import { Interactions } from "../../queries/authors/Interactions.ts"
import { TopThreads } from "../../queries/authors/TopThreads.ts"
import { Metering } from "../metering/Metering.ts"

export const authorAnswers = Effect.gen(function* () {
  const { priced } = yield* Metering
  const exchange = yield* Interactions
  const accounts = yield* LiveAuthors
  const growth = yield* FollowerGrowth
  const histories = yield* FollowerHistory
  const threads = yield* TopThreads
  return {
    users: priced(users, ({ query }) => Effect.succeed(accounts.lookUp(query.usernames))),
    userInteractions: priced(interactions, ({ params, query }) => Effect.succeed(exchange.of(params.username, query))),
    userFollowerHistory: priced(followerHistory, ({ params, query }) =>
      Effect.succeed(histories.of(params.username, query))
    ),
    followerGrowth: priced(followerGrowth, ({ query }) => Effect.succeed(growth.top(query))),
    userTopThreads: priced(topThreads, ({ params, query }) => Effect.succeed(threads.of(params.username, query)))
  }
})
