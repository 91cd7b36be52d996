/** Semantic search as a caller meets it, with a model and while its provider fails. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { pglite } from "../../../../test/support/Databases.ts"
import { settle } from "../support/Embeddings.ts"
import { answer, embeddingServer, type EmbeddingServer } from "../support/EmbeddingServer.ts"
import { call, customer, ingest, ServedApi } from "../support/ServedApi.ts"
import { testServicesWith } from "../support/TestServices.ts"

class Provider extends Context.Service<Provider, EmbeddingServer>()("test/Provider") {}

const services = Layer.unwrap(
  Effect.map(Provider, ({ url }) =>
    ServedApi.layerNoDeps.pipe(
      Layer.provideMerge(testServicesWith({ HEDDLE_EMBEDDINGS_URL: url, HEDDLE_EMBEDDINGS_MODEL: "one" }))
    )
  )
).pipe(Layer.provideMerge(pglite), Layer.provideMerge(Layer.effect(Provider, embeddingServer)))

const search = (key: string, topic: string) =>
  call(`/post/semantic-search?language=en&limit=12&topic=${encodeURIComponent(topic)}`, { key })

layer(services, { excludeTestServices: true, timeout: "60 seconds" })((it) => {
  it.effect("costs what it returns, names its engine, and is free while the provider fails", () =>
    Effect.gen(function* () {
      const provider = yield* Provider
      const time = Math.floor(Date.now() / 1000)
      yield* ingest(
        ...Array.from({ length: 12 }, (_, index) => ({
          type: "post",
          code: `p${index}`,
          caption: `a wombat sits on the hill number ${index}`,
          username: "someone",
          language: "en",
          post_timestamp: time - index
        }))
      )
      const { key } = yield* customer({ plan: "standard", credits: 1_000 })
      yield* settle
      const found = yield* search(key, "wombats on hills")
      assert.strictEqual(found.json["engine"], "embedding")
      assert.strictEqual(found.json["credits_consumed"], 34)
      provider.setFault((_request, response) => {
        answer(response, 401, { error: { message: "secret-of-the-operator" } })
        return true
      })
      const refused = yield* search(key, "another topic")
      assert.strictEqual(refused.status, 503)
      assert.strictEqual(refused.json["credits_consumed"], 0)
      assert.notInclude(refused.text, "secret-of-the-operator")
      const cached = yield* search(key, "wombats on hills")
      assert.strictEqual(cached.status, 200)
    })
  )
})
