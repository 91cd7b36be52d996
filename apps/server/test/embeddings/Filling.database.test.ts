/** Posts get vectors, and lose them; the nearest are found whatever the filter. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { onEveryDatabase } from "../../../../test/support/Databases.ts"
import { EmbeddingWork } from "../../src/embeddings/filling/EmbeddingTask.ts"
import { activeOf, EmbeddingModels } from "../../src/embeddings/models/EmbeddingModels.ts"
import { ProbedEmbedder } from "../../src/embeddings/models/ProbedEmbedder.ts"
import { VectorSearch } from "../../src/embeddings/vectors/VectorSearch.ts"
import { embeddingServer } from "../support/EmbeddingServer.ts"
import { writePosts } from "../support/Posts.ts"
import { testServicesWith } from "../support/TestServices.ts"

onEveryDatabase("Embeddings", (_name, database) => {
  it.effect("fill", () =>
    Effect.gen(function* () {
      const server = yield* embeddingServer
      const services = testServicesWith({ HEDDLE_EMBEDDINGS_URL: server.url, HEDDLE_EMBEDDINGS_MODEL: "one" })
      yield* Effect.gen(function* () {
        const seconds = Math.floor(Date.now() / 1000)
        yield* writePosts(
          ...Array.from({ length: 300 }, (_, index) => ({
            code: `p${index}`,
            caption: `this is the post about number ${index} and cats`,
            post_timestamp: seconds - index * 3000
          }))
        )
        const work = yield* EmbeddingWork
        yield* work.run
        const models = yield* EmbeddingModels
        const model = yield* Effect.fromOption(activeOf(yield* models.all))
        const [vector = []] = yield* (yield* ProbedEmbedder).embed(model, "query", ["number 77 and cats"], "call")
        const search = yield* VectorSearch
        const found = yield* search.nearest({
          model,
          vector,
          languages: ["en"],
          from: new Date(Date.now() - 30 * 86_400_000),
          count: 5
        })
        const sql = yield* SqlClient.SqlClient
        console.log(found, server.requests.length, yield* sql`SELECT count(*) FROM ${sql("embedding_vectors_1")}`)
      }).pipe(Effect.provide(VectorSearch.layer.pipe(Layer.provideMerge(services), Layer.provideMerge(database))))
    }).pipe(Effect.scoped)
  )
})
