/** Answers to the operations on posts. */
import { Api, chain, coolReplies, hotPosts, keywordTrend, postLikeGrowth, search } from "@heddle/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { LiveChain } from "../../live/LiveChain.ts"
import { CoolReplies } from "../../queries/leaderboards/CoolReplies.ts"
import { HotPosts } from "../../queries/leaderboards/HotPosts.ts"
import { KeywordTrend } from "../../queries/trends/KeywordTrend.ts"
import { PostLikeGrowth } from "../../queries/leaderboards/PostLikeGrowth.ts"
import { Search } from "../../queries/search/Search.ts"
import { metered } from "../metering/Metering.ts"

export const PostOperations = HttpApiBuilder.group(
  Api,
  "posts",
  Effect.fn(function* (handlers) {
    const posts = yield* Search
    const threads = yield* LiveChain
    const replies = yield* CoolReplies
    const growth = yield* PostLikeGrowth
    const hot = yield* HotPosts
    const trends = yield* KeywordTrend
    return handlers.handleAll({
      coolReplies: metered(coolReplies, ({ query }) => Effect.succeed(replies.top(query))),
      postLikeGrowth: metered(postLikeGrowth, ({ query }) => Effect.succeed(growth.top(query))),
      postChain: metered(chain, ({ params, query }) => Effect.succeed(threads.of(params.code, query))),
      searchPosts: metered(search, ({ query }) => posts.prepare(query)),
      keywordTrend: metered(keywordTrend, ({ query }) => trends.prepare(query)),
      hotPosts: metered(hotPosts, ({ query }) => Effect.succeed(hot.list(query)))
    })
  })
)
