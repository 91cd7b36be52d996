/** Answers to the operations that read live from the network. */
import { livePosts, liveUsers } from "@heddle/api"
import { Effect } from "effect"
import { LivePosts } from "../../live/LivePosts.ts"
import { LiveAuthors } from "../../live/LiveAuthors.ts"
import { Metering } from "../metering/Metering.ts"

export const liveAnswers = Effect.gen(function* () {
  const { priced } = yield* Metering
  const posts = yield* LivePosts
  const users = yield* LiveAuthors
  return {
    livePosts: priced(livePosts, ({ query }) => Effect.succeed(posts.of(query.codes))),
    liveUsers: priced(liveUsers, ({ query }) => Effect.succeed(users.of(query.usernames)))
  }
})
