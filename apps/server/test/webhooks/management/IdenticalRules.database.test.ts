/** `contentKey` tells a client which rules of an endpoint the server takes for identical. */
import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { TestServices } from "../../support/TestServices.ts"
import { accountWithEndpoint } from "../../support/Webhooks.ts"

onAnyDatabaseWith("Identical rules", { services: TestServices }, (it) => {
  it.effect("have the same key, others have not, and an edit changes it", () =>
    Effect.gen(function* () {
      const endpoints = yield* Endpoints
      const { id, endpoint } = yield* accountWithEndpoint(1_000)
      const create = (input: Parameters<typeof endpoints.createRule>[2]) =>
        Effect.result(endpoints.createRule(id, endpoint.id, input))
      const first = Result.getOrThrow(yield* create({ keyword: "Coffee", likeCount: 10 }))
      const other = Result.getOrThrow(yield* create({ keyword: "coffee", likeCount: 11 }))
      assert.notStrictEqual(first.contentKey, other.contentKey)
      for (const keyword of ["coffee", " COFFEE", "coffee "]) {
        const twin = yield* create({ keyword, likeCount: 10, language: "zh" })
        assert.isTrue(Result.isFailure(twin), keyword)
      }
      yield* endpoints.removeRule(id, first.id)
      const edited = yield* endpoints.updateRule(id, other.id, { keyword: "COFFEE", likeCount: 10 })
      assert.strictEqual(edited.contentKey, first.contentKey)
      const [{ rules } = { rules: [] }] = yield* endpoints.list(id)
      assert.deepStrictEqual(
        rules.map(({ contentKey }) => contentKey),
        [first.contentKey]
      )
    })
  )
})
