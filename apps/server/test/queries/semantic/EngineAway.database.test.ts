/** `/post/semantic-search` while its engine cannot answer. */
import { assert, layer } from "@effect/vitest"
import { Unavailable } from "@heddle/api"
import { Effect, Layer } from "effect"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { Engine } from "../../../src/queries/semantic/Engine.ts"
import { SemanticSearch } from "../../../src/queries/semantic/SemanticSearch.ts"
import { call, customer, ServedApi } from "../../support/ServedApi.ts"
import { TestServices } from "../../support/TestServices.ts"

// Fresh, or it would be the one of the services.
const away = Layer.fresh(SemanticSearch.layer).pipe(
  Layer.provide(
    Layer.succeed(Engine, {
      nearest: () => Effect.fail(new Unavailable({ detail: "The model does not answer." }))
    })
  )
)

onAnyDatabase("Semantic search without its engine", (_name, database) => {
  const served = ServedApi.layerNoDeps.pipe(
    Layer.provide(away),
    Layer.provideMerge(TestServices),
    Layer.provideMerge(database)
  )
  layer(served, { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect("is a 503 and free", () =>
      Effect.gen(function* () {
        const { id, key } = yield* customer({ plan: "lite", credits: 100 })
        const refused = yield* call("/post/semantic-search?topic=plain", { key })
        assert.strictEqual(refused.status, 503, refused.text)
        assert.strictEqual(refused.json["credits_consumed"], 0)
        assert.include(String(refused.json["detail"]), "The model does not answer.")
        assert.strictEqual(yield* (yield* Ledger).available(id), 100)
        const unasked = yield* call("/post/semantic-search?topic=plain&dry_run=true", { key })
        assert.strictEqual(unasked.status, 200, "a dry run asks no engine")
      })
    )
  })
})
