/** Which languages a rule may have is the operator's choice, the same wherever a rule is written. */
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { Round } from "../../../src/webhooks/matching/Round.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { call, customer, ServedApi } from "../../support/ServedApi.ts"
import { testServicesWith } from "../../support/TestServices.ts"
import { accountWithEndpoint, writePosts } from "../../support/Webhooks.ts"

const english = { keyword: "coffee", likeCount: 10, language: "en" as const }

const served = (settings: Readonly<Record<string, string>>) =>
  ServedApi.layerNoDeps.pipe(Layer.provideMerge(testServicesWith(settings)))

onAnyDatabase("Languages of rules", (_name, database) => {
  layer(served({}).pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })((it) => {
    it.effect("English is refused with the reason and the languages that are allowed", () =>
      Effect.gen(function* () {
        const { key } = yield* customer({ plan: "standard", credits: 1_000 })
        const made = yield* call("/webhook/endpoints", {
          method: "POST",
          key,
          json: { url: "https://example.com/hooks" }
        })
        const { id } = Object(made.json["data"])
        for (const path of [`/webhook/endpoints/${id}/rules`, "/webhook/rules/preview", "/webhook/rules/backtest"]) {
          const refused = yield* call(path, { method: "POST", key, json: english })
          assert.strictEqual(refused.status, 400, path)
          assert.include(String(refused.json["detail"]), "language: `en` can be searched, but the operator")
          assert.include(String(refused.json["detail"]), "Use one of `zh`, `zh-Hant`")
        }
      })
    )

    it.effect("an edit is checked as well", () =>
      Effect.gen(function* () {
        const { id, endpoint } = yield* accountWithEndpoint(1_000)
        const endpoints = yield* Endpoints
        const rule = yield* endpoints.createRule(id, endpoint.id, { ...english, language: "zh" })
        assert.isTrue(Result.isFailure(yield* Effect.result(endpoints.updateRule(id, rule.id, english))))
      })
    )
  })

  layer(served({ HEDDLE_WEBHOOK_RULE_LANGUAGES: "zh,EN" }).pipe(Layer.provideMerge(database)), {
    timeout: "60 seconds"
  })((it) => {
    it.effect("where the operator allows English, rules take it and fire, and only what is allowed", () =>
      Effect.gen(function* () {
        const { id, endpoint } = yield* accountWithEndpoint(1_000)
        const endpoints = yield* Endpoints
        const rule = yield* endpoints.createRule(id, endpoint.id, english)
        assert.strictEqual(rule.language, "en")
        yield* TestClock.adjust("10 hours")
        const caption = "I really like this coffee at the place around the corner"
        const seconds = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
        yield* writePosts([{ code: "english", caption, post_timestamp: seconds - 60 }])
        yield* (yield* Round).run
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`SELECT post_code, rule_id FROM webhook_events WHERE account_id = ${id}`, [
          { postCode: "english", ruleId: rule.id }
        ])
        const korean = endpoints.createRule(id, endpoint.id, { ...english, language: "ko" })
        assert.include((yield* Effect.flip(korean)).detail, "Use one of `zh`, `en`")
      })
    )
  })
})
