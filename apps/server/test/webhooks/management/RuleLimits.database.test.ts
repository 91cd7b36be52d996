/** How many endpoints and rules an account may have, and what the deletion of a rule does to its events, over HTTP. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { call, customer, ServedApi } from "../../support/ServedApi.ts"
import { start } from "../../support/StoredAtNoon.ts"
import { keywordRule, making, manage, newEndpoint, newRules } from "../../support/WebhookCalls.ts"
import { testServicesWith } from "../../support/TestServices.ts"

const limits = {
  HEDDLE_MAX_ENDPOINTS: "3",
  HEDDLE_MAX_RULES_PER_ENDPOINT: "2",
  HEDDLE_MAX_RULES_PER_ACCOUNT: "3"
}

const url = (port: number) => `https://127.0.0.1:${port}/`
const ruleWith = (likeCount: number) => ({ ...keywordRule, likeCount })

onAnyDatabase("Rules", (_name, database) => {
  const served = ServedApi.layerNoDeps.pipe(
    Layer.provideMerge(testServicesWith(limits)),
    Layer.provideMerge(database),
    Layer.provide(Layer.effectDiscard(TestClock.setTime(start * 1_000)))
  )
  layer(served, { timeout: "60 seconds" })((it) => {
    it.effect("an endpoint and an account have as many as the settings allow; a deletion makes room", () =>
      Effect.gen(function* () {
        const { key } = yield* customer({ plan: "standard" })
        const refusal = Effect.fnUntraced(function* (path: string, json: object) {
          const { status, json: problem } = yield* call(path, { method: "POST", key, json })
          assert.deepStrictEqual([status, problem["code"]], [409, "conflict"])
          return problem["detail"]
        })
        const first = yield* newRules(key, url(1_026))
        const second = yield* newRules(key, url(1_027))
        assert.deepStrictEqual(yield* making(key, first, [ruleWith(10), ruleWith(11)]), [201, 201])
        assert.strictEqual(
          yield* refusal(first, ruleWith(12)),
          "The endpoint has 2 rules, which is the limit; delete one first."
        )
        const { id } = yield* manage("POST", second, key, ruleWith(10))
        assert.strictEqual(
          yield* refusal(second, ruleWith(11)),
          "The account has 3 rules across all endpoints, which is the limit; delete one first."
        )
        yield* manage("DELETE", `/webhook/rules/${String(id)}`, key)
        assert.deepStrictEqual(yield* making(key, second, [ruleWith(11)]), [201])
        const third = yield* newEndpoint(key, url(1_028))
        assert.strictEqual(
          yield* refusal("/webhook/endpoints", { url: url(1_029) }),
          "The account has 3 endpoints, which is the limit; delete one first."
        )
        yield* manage("DELETE", `/webhook/endpoints/${String(third.id)}`, key)
        yield* newEndpoint(key, url(1_029))
        const other = yield* customer({ plan: "standard" })
        assert.deepStrictEqual(yield* making(other.key, yield* newRules(other.key), [ruleWith(10)]), [201])
      })
    )
  })
})
