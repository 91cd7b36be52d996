/** Answers to the operations on posts with their authors, stored or read live. */
import {
  chain,
  followerHistory,
  forecast,
  hotPosts,
  inspiration,
  interactions,
  keywordTrend,
  livePosts,
  liveUsers,
  search,
  semanticSearch,
  topThreads,
  users
} from "@heddle/api"
import { Effect, Layer } from "effect"
import { LiveAuthors } from "../../live/LiveAuthors.ts"
import { LiveChain } from "../../live/LiveChain.ts"
import { LivePosts } from "../../live/LivePostRow.ts"
import { AuthorProfiles } from "../../queries/authors/AuthorProfiles.ts"
import { FollowerHistory } from "../../queries/authors/FollowerHistory.ts"
import { Interactions } from "../../queries/authors/Interactions.ts"
import { TopThreads } from "../../queries/authors/TopThreads.ts"
import { Forecasts } from "../../queries/forecast/Forecasts.ts"
import { SharedBoards } from "../../queries/leaderboards/SharedBoards.ts"
import { Search } from "../../queries/search/Search.ts"
import { EngineLayer, SemanticSearch } from "../../queries/semantic/SemanticSearch.ts"
import { Inspiration } from "../../queries/semantic/Inspiration.ts"
import { Chain } from "../../queries/threads/Chain.ts"
import { KeywordTrend } from "../../queries/trends/KeywordTrend.ts"
import { Metering } from "../metering/Metering.ts"

export const postHandlers = Effect.gen(function* () {
  const { priced } = yield* Metering
  const posts = yield* Search
  const threads = yield* LiveChain
  const boards = yield* SharedBoards
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
    hotPosts: priced(hotPosts, ({ query }) => Effect.succeed(boards.hotPosts(query)))
  }
})

/** The queries behind these answers; `Chain` through `LiveChain`. */
export const PostQueries = Layer.mergeAll(
  Search.layer,
  KeywordTrend.layer,
  Chain.layer,
  Forecasts.layer,
  Layer.mergeAll(SemanticSearch.layer, Inspiration.layer).pipe(Layer.provide(EngineLayer))
)

/** Answers to the operations that read live from the network. */
export const liveHandlers = Effect.gen(function* () {
  const { priced } = yield* Metering
  const posts = yield* LivePosts
  const users = yield* LiveAuthors
  return {
    livePosts: priced(livePosts, ({ query }) => Effect.succeed(posts.of(query.codes))),
    liveUsers: priced(liveUsers, ({ query }) => Effect.succeed(users.of(query.usernames)))
  }
})

/** Answers to the operations on authors. */
export const authorHandlers = Effect.gen(function* () {
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
