/**
 * Makes the vectors of a batch of posts. A text that the provider rejects is found by halves, then cut shorter and shorter,
 * and in the end stored without a vector, so that it does not stop the others.
 */
import { Clock, Effect, Metric, Result } from "effect"
import { SqlClient } from "effect/sql"
import { ProbedEmbedder } from "../models/ProbedEmbedder.ts"
import type { EmbedderFailed } from "../providers/Provider.ts"
import type { EmbeddingModel } from "../vectors/EmbeddingModels.ts"
import { makeLibraryVectors } from "../vectors/LibraryVectors.ts"
import type { EmbeddedPost, PostText } from "../vectors/VectorRows.ts"

export const embedded = Metric.counter("embeddings_made_total", {
  description: "Posts that were made into vectors",
  incremental: true
})
const failures = Metric.counter("embeddings_failures_total", {
  description: "Requests to the provider of embeddings that failed after all retries",
  incremental: true
})
export const waiting = Metric.gauge("embeddings_waiting", {
  description: "Posts of the last 30 days that wait for their vector"
})

/** What says what a post is about stands at its beginning, and models read a few hundred words. */
const maxCharacters = 4_000
const minCharacters = 250

const textOf = (caption: string, characters: number): string => caption.slice(0, characters).toWellFormed()

export const embedPosts = (
  model: EmbeddingModel,
  posts: ReadonlyArray<PostText>
): Effect.Effect<ReadonlyArray<EmbeddedPost>, EmbedderFailed, ProbedEmbedder> =>
  Effect.gen(function* () {
    const empty = posts.filter(isEmpty).map((post): EmbeddedPost => ({ ...post, vector: null }))
    const rest = posts.filter((post) => !isEmpty(post))
    return [...empty, ...(yield* halving(model, rest, maxCharacters))]
  })

const isEmpty = ({ caption }: PostText): boolean => caption.trim() === ""

const halving = (
  model: EmbeddingModel,
  posts: ReadonlyArray<PostText>,
  characters: number
): Effect.Effect<ReadonlyArray<EmbeddedPost>, EmbedderFailed, ProbedEmbedder> =>
  Effect.gen(function* () {
    if (posts.length === 0) return []
    const embedder = yield* ProbedEmbedder
    const texts = posts.map(({ caption }) => textOf(caption, characters))
    const result = yield* Effect.result(embedder.embed(model, "document", texts, "background"))
    if (Result.isSuccess(result)) {
      return posts.map((post, index): EmbeddedPost => ({ ...post, vector: result.success[index] ?? null }))
    }
    const { failure } = result
    yield* Metric.update(Metric.withAttributes(failures, { reason: failure.reason }), 1)
    if (failure.reason !== "rejected") return yield* failure
    if (posts.length > 1) {
      const middle = Math.ceil(posts.length / 2)
      const first = yield* halving(model, posts.slice(0, middle), characters)
      return [...first, ...(yield* halving(model, posts.slice(middle), characters))]
    }
    const longest = Math.max(...texts.map(({ length }) => length))
    if (longest > minCharacters) return yield* halving(model, posts, Math.max(minCharacters, Math.floor(longest / 2)))
    // Unless the provider takes no text at all, it is this one.
    yield* embedder.probe(model, "background")
    return posts.map((post): EmbeddedPost => ({ ...post, vector: null }))
  })

/**
 * At least one batch, and until the deadline. Returns whether nothing is left. The library is compared with the vectors
 * each time: it is small, and changes seldom.
 */
export const fillLibrary = Effect.fn("fillLibrary")(
  function* (model: EmbeddingModel, deadline: number) {
    const vectors = makeLibraryVectors(yield* SqlClient.SqlClient)
    const { textsAtOnce } = yield* ProbedEmbedder
    yield* vectors.removeLeft(model)
    yield* vectors.copy(model)
    for (;;) {
      const posts = yield* vectors.missing(model, textsAtOnce)
      if (posts.length > 0) yield* vectors.insert(model, yield* embedPosts(model, posts))
      yield* Metric.update(embedded, posts.length)
      if (posts.length < textsAtOnce) return true
      if ((yield* Clock.currentTimeMillis) >= deadline) return false
    }
  },
  Effect.catchTag("SqlError", Effect.die)
)
