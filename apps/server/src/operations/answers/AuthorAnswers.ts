/** Answers to the operations on authors. */
import { followerHistory, interactions, topThreads, users } from "@heddle/api"
import { Effect, Layer } from "effect"
import { LiveAuthors } from "../../live/LiveAuthors.ts"
import { AuthorProfiles } from "../../queries/authors/AuthorProfiles.ts"
import { FollowerHistory } from "../../queries/authors/FollowerHistory.ts"
import { Interactions } from "../../queries/authors/Interactions.ts"
import { TopThreads } from "../../queries/authors/TopThreads.ts"
import { Metering } from "../metering/Metering.ts"

export const authorAnswers = Effect.gen(function* () {
  const { priced } = yield* Metering
  const interactionCounts = yield* Interactions
  const authors = yield* LiveAuthors
  const histories = yield* FollowerHistory
  const threads = yield* TopThreads
  return {
    users: priced(users, ({ query }) => Effect.succeed(authors.lookUp(query.usernames))),
    userInteractions: priced(interactions, ({ params, query }) =>
      Effect.succeed(interactionCounts.of(params.username, query))
    ),
    userFollowerHistory: priced(followerHistory, ({ params, query }) =>
      Effect.succeed(histories.of(params.username, query))
    ),
    userTopThreads: priced(topThreads, ({ params, query }) => Effect.succeed(threads.of(params.username, query)))
  }
})

/** The queries behind these answers; `AuthorProfiles` through `LiveAuthors`. */
export const AuthorQueries = Layer.mergeAll(
  FollowerHistory.layer,
  Interactions.layer,
  TopThreads.layer,
  AuthorProfiles.layer
)
