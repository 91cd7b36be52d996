/** Answers to the operations that read the network itself. */
import { Api, livePosts, liveUsers } from "@heddle/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { LivePosts } from "../../live/LivePosts.ts"
import { LiveAuthors } from "../../live/LiveAuthors.ts"
import { metered } from "../metering/Metering.ts"

export const LiveOperations = HttpApiBuilder.group(
  Api,
  "live",
  Effect.fn(function* (handlers) {
    const posts = yield* LivePosts
    const users = yield* LiveAuthors
    return handlers.handleAll({
      livePosts: metered(livePosts, ({ query }) => Effect.succeed(posts.of(query.codes))),
      liveUsers: metered(liveUsers, ({ query }) => Effect.succeed(users.of(query.usernames)))
    })
  })
)
