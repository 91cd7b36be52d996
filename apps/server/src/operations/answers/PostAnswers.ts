/** Answers to the operations on posts. */
import { chain, coolReplies, hotPosts, keywordTrend, postLikeGrowth, search } from "@heddle/api"
import { Effect } from "effect"
import { LiveChain } from "../../live/LiveChain.ts"
import { CoolReplies } from "../../queries/leaderboards/CoolReplies.ts"
import { HotPosts } from "../../queries/leaderboards/HotPosts.ts"
import { KeywordTrend } from "../../queries/trends/KeywordTrend.ts"
import { PostLikeGrowth } from "../../queries/leaderboards/PostLikeGrowth.ts"
import { Search } from "../../queries/search/Search.ts"
import { Metering } from "../metering/Metering.ts"

export const postAnswers = Effect.gen(function* () {
  const { priced } = yield* Metering
  const posts = yield* Search
  const threads = yield* LiveChain
  const replies = yield* CoolReplies
  const growth = yield* PostLikeGrowth
  const hot = yield* HotPosts
  const trends = yield* KeywordTrend
  return {
    coolReplies: priced(coolReplies, ({ query }) => Effect.succeed(replies.top(query))),
    postLikeGrowth: priced(postLikeGrowth, ({ query }) => Effect.succeed(growth.top(query))),
    postChain: priced(chain, ({ params, query }) => Effect.succeed(threads.of(params.code, query))),
    searchPosts: priced(search, ({ query }) => posts.prepare(query)),
    keywordTrend: priced(keywordTrend, ({ query }) => trends.prepare(query)),
    hotPosts: priced(hotPosts, ({ query }) => Effect.succeed(hot.list(query)))
  }
})
