/** Answers to the operations on posts, stored or read live. */
import {
  chain,
  forecast,
  hotPosts,
  inspiration,
  keywordTrend,
  livePosts,
  liveUsers,
  search,
  semanticSearch
} from "@heddle/api"
import { Effect, Layer } from "effect"
import { LiveAuthors } from "../../live/LiveAuthors.ts"
import { LiveChain } from "../../live/LiveChain.ts"
import { LivePosts } from "../../live/LivePostRow.ts"
import { Forecasts } from "../../queries/forecast/Forecasts.ts"
import { HotPosts } from "../../queries/leaderboards/HotPosts.ts"
import { Search } from "../../queries/search/Search.ts"
import { EngineLayer, SemanticSearch } from "../../queries/semantic/SemanticSearch.ts"
import { Inspiration } from "../../queries/semantic/Inspiration.ts"
import { Chain } from "../../queries/threads/Chain.ts"
import { KeywordTrend } from "../../queries/trends/KeywordTrend.ts"
import { Metering } from "../metering/Metering.ts"

export const postAnswers = Effect.gen(function* () {
  const { priced } = yield* Metering
  const posts = yield* Search
  const threads = yield* LiveChain
  const hot = yield* HotPosts
  const trends = yield* KeywordTrend
  const semantic = yield* SemanticSearch
  const library = yield* Inspiration
  const forecasts = yield* Forecasts
  return {
    postChain: priced(chain, ({ params, query }) => Effect.succeed(threads.of(params.code, query))),
    searchPosts: priced(search, ({ query }) => posts.prepare(query)),
    keywordTrend: priced(keywordTrend, ({ query }) => trends.prepare(query)),
    semanticSearch: priced(semanticSearch, ({ query }) => semantic.prepare(query)),
    inspiration: priced(inspiration, ({ query }) => library.prepare(query)),
    forecast: priced(forecast, ({ query }) => Effect.succeed(forecasts.of(query))),
    hotPosts: priced(hotPosts, ({ query }) => Effect.succeed(hot.list(query)))
  }
})

/** The queries behind these answers; `Chain` through `LiveChain`. */
export const PostQueries = Layer.mergeAll(
  Search.layer,
  KeywordTrend.layer,
  HotPosts.layer,
  Chain.layer,
  Forecasts.layer,
  Layer.mergeAll(SemanticSearch.layer, Inspiration.layer).pipe(Layer.provide(EngineLayer))
)

/** Answers to the operations that read live from the network. */
export const liveAnswers = Effect.gen(function* () {
  const { priced } = yield* Metering
  const posts = yield* LivePosts
  const users = yield* LiveAuthors
  return {
    livePosts: priced(livePosts, ({ query }) => Effect.succeed(posts.of(query.codes))),
    liveUsers: priced(liveUsers, ({ query }) => Effect.succeed(users.of(query.usernames)))
  }
})
