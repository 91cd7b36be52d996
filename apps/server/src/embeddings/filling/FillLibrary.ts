/** Keeps a model's vectors of library posts. Most are taken over from those of the stored posts. */
import { Clock, Effect, Metric } from "effect"
import { SqlClient } from "effect/sql"
import { embedded } from "./EmbeddingMetrics.ts"
import type { EmbeddingModel } from "../vectors/EmbeddingModels.ts"
import { ProbedEmbedder } from "../models/ProbedEmbedder.ts"
import { makeLibraryVectors } from "../vectors/LibraryVectors.ts"
import { embedPosts } from "./EmbedPosts.ts"

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
