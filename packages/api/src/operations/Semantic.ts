/** `GET /post/semantic-search` and `GET /post/inspiration` (service.md, "Post queries"; decisions, section 3). */
import { Schema } from "effect"
import { Language, languageParameter } from "../Languages.ts"
import { type Body, Envelope } from "../Operation.ts"
import { pricedOperation } from "../OperationKinds.ts"
import { optional, threshold, Topic, wholeNumber } from "../Parameters.ts"
import { Post } from "../Posts.ts"
import { baseWithExtras, byLimit, perCall } from "../Prices.ts"

/** The lookback of semantic search, in days before now. */
export const semanticSearchDays = 30

/** Posts that are compared with the thresholds: those nearest to the topic (service.md, "Other limits"). */
export const semanticCandidates = 3_000

const topicParameter = Topic.annotate({
  description: "What the posts are about, in 1 to 500 characters.",
  examples: ["small cafés that are good for working"]
})

/** How posts were compared with the topic. */
export const SemanticEngine = Schema.Literals(["embedding", "lexical"]).annotate({
  description:
    "How posts were compared with the topic. `embedding`: by meaning, with the operator's embedding model. `lexical`: by shared words and characters, weighted by rarity, Chinese in either script; used if the operator has not set up a model."
})
export type SemanticEngine = typeof SemanticEngine.Type

const RelevantPost = Schema.Struct({
  ...Post.fields,
  relevance_score: Schema.Finite.annotate({
    description:
      "How close the post is to the topic, from 0 to 1. Compare scores only within one response, not between engines or topics."
  })
}).annotate({ identifier: "RelevantPost" })
export type RelevantPost = typeof RelevantPost.Type

export const SemanticSearchQuery = Schema.Struct({
  topic: topicParameter,
  language: languageParameter("The posts' language"),
  min_likes: threshold("Only posts with at least this many likes."),
  min_replies: threshold("Only posts with at least this many replies."),
  limit: wholeNumber({
    minimum: 1,
    maximum: semanticCandidates,
    defaultValue: 10,
    description: "The most posts to return.",
    example: 50
  })
})
export type SemanticSearchQuery = typeof SemanticSearchQuery.Type
type SemanticSearchRequest = { readonly query: SemanticSearchQuery }

export const SemanticSearchResult = Envelope("The posts closest to the topic.", {
  engine: SemanticEngine,
  data: Schema.Array(RelevantPost).annotate({
    description: "The posts, closest first. Tied posts are sorted newest first."
  })
})

export const semanticSearch = pricedOperation({
  name: "semanticSearch",
  path: "/post/semantic-search",
  query: SemanticSearchQuery,
  result: SemanticSearchResult,
  summary: "Semantic search",
  description:
    "Finds the posts and replies from the last 30 days that are closest to a topic. Thresholds apply to the 3,000 closest posts.",
  apiType: "semantic_search",
  tool: {
    name: "semantic_search_posts",
    description:
      "Posts from the last 30 days about a topic described in a sentence, closest first. For exact words, use search_posts. For long, successful posts to learn from, use get_inspiration."
  },
  price: baseWithExtras<SemanticSearchRequest, Body<typeof SemanticSearchResult>>({
    base: 30,
    included: 10,
    perExtra: 2,
    item: "post",
    asked: byLimit(SemanticSearchQuery),
    returned: ({ data }) => data.length
  }),
  parameters: ({ query }: SemanticSearchRequest) => query
})

/** Posts at most in an answer (service.md, `/post/inspiration`). */
export const inspirationPosts = 10

export const InspirationQuery = Schema.Struct({
  topic: topicParameter,
  language: optional(Language, {
    description: "The language of the posts. Without it: `zh`, `ja` and `ko` together, not `en`.",
    example: "ja"
  })
})
export type InspirationQuery = typeof InspirationQuery.Type
type InspirationRequest = { readonly query: InspirationQuery }

export const InspirationResult = Envelope("Posts to learn from.", {
  engine: SemanticEngine,
  data: Schema.Array(RelevantPost).annotate({
    description: "At most 10 posts, closest first. Tied posts are sorted newest first."
  })
})

export const inspiration = pricedOperation({
  name: "inspiration",
  path: "/post/inspiration",
  query: InspirationQuery,
  result: InspirationResult,
  summary: "Inspiration",
  description:
    "Finds up to 10 posts close to a topic in a library of long, successful posts, which is refreshed daily. The library contains root posts with 1,000 or more likes and more than 200 Chinese, Japanese or Korean characters or, in English, at least 300 characters. Posts stay in the library regardless of their age.",
  apiType: "inspiration",
  tool: {
    name: "get_inspiration",
    description:
      "Up to 10 long, successful posts about a topic, of any age, to learn how others wrote about it. For recent posts of all kinds, use semantic_search_posts."
  },
  price: perCall(30),
  parameters: ({ query }: InspirationRequest) => query
})
