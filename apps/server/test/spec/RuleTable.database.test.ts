/** "Webhook rule" of the description, row by row: rules over HTTP. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { rowsOf } from "../support/PricedCalls.ts"
import { call } from "../support/ServedApi.ts"
import { type Rows, testSections } from "../support/SpecRows.ts"
import { keywordRule, making, manage, newRules, onlyRules } from "../support/WebhookCalls.ts"

const trendingRule = { likeCount: 500, lookbackHours: 24 }

/** One below the minimum is refused, the minimum itself is not. */
const minimum = Effect.fnUntraced(function* (key: string, threshold: string, keyword: number, trending: number) {
  const rules = yield* newRules(key)
  for (const [fields, least] of [
    [{ keyword: "a" }, keyword],
    [{ lookbackHours: 24 }, trending]
  ] as const) {
    const made = yield* making(
      key,
      rules,
      [least - 1, least].map((value) => ({ ...fields, [threshold]: value }))
    )
    assert.deepStrictEqual(made, [400, 201], JSON.stringify(fields))
  }
})

const rule: Rows = {
  keyword: ({ key }) =>
    Effect.gen(function* () {
      const [keyword, trending] = yield* onlyRules(key, [keywordRule, trendingRule])
      assert.deepInclude(keyword, { type: "keyword", keyword: "台積電" })
      assert.strictEqual(trending.type, "trending")
      assert.deepStrictEqual(
        yield* making(key, yield* newRules(key, "https://127.0.0.1:8/"), [{ keyword: ["a", "b"], likeCount: 10 }]),
        [400]
      )
    }),

  likeCount: ({ key }) =>
    Effect.gen(function* () {
      yield* minimum(key, "likeCount", 10, 500)
      const rules = yield* newRules(key, "https://127.0.0.1:8/")
      assert.deepStrictEqual(yield* making(key, rules, [{ keyword: "a" }, { lookbackHours: 24 }]), [400, 400])
    }),

  replyCount: ({ key }) => minimum(key, "replyCount", 5, 100),

  viewCount: ({ key }) => minimum(key, "viewCount", 20_000, 20_000),

  lookbackHours: ({ key }) =>
    Effect.gen(function* () {
      const rules = yield* newRules(key)
      const hours = (lookbackHours: number) => ({ likeCount: 500, lookbackHours })
      assert.deepStrictEqual(
        yield* making(key, rules, [{ likeCount: 500 }, hours(0), hours(73), hours(1), hours(72)]),
        [400, 400, 400, 201, 201]
      )
      assert.deepStrictEqual(yield* making(key, rules, [{ ...keywordRule, lookbackHours: 24 }]), [400])
    }),

  language: ({ key }) =>
    Effect.gen(function* () {
      const spellings = ["zh", "zh-Hant", "zh-Hans", "yue", "ja", "ko"]
      const rules = yield* onlyRules(key, [
        keywordRule,
        ...spellings.map((language, index) => ({
          ...keywordRule,
          likeCount: 11 + index,
          language: language.toUpperCase()
        }))
      ])
      assert.deepStrictEqual(
        rules.map(({ language }) => language),
        ["zh", ...spellings]
      )
      const refused = ["en", "zh-TW", "all"].map((language) => ({ ...keywordRule, language }))
      assert.deepStrictEqual(yield* making(key, yield* newRules(key, "https://127.0.0.1:8/"), refused), [400, 400, 400])
    }),

  id: ({ key }) =>
    Effect.gen(function* () {
      const [{ id }] = yield* onlyRules(key, [keywordRule])
      yield* manage("DELETE", `/webhook/rules/${String(id)}`, key)
      assert.strictEqual((yield* call(`/webhook/rules/${String(id)}`, { method: "DELETE", key })).status, 404)
    }),

  "Input field names also accept snake case (`like_count`, `reply_count`, `view_count`, `lookback_hours`). Responses always use the camel-case names above.":
    ({ key }) =>
      Effect.gen(function* () {
        const [made] = yield* onlyRules(key, [
          { like_count: 500, reply_count: 100, view_count: 20_000, lookback_hours: 24 }
        ])
        assert.deepInclude(made, { likeCount: 500, replyCount: 100, viewCount: 20_000, lookbackHours: 24 })
        assert.notProperty(made, "like_count")
      }),

  "A rule is of type keyword when `keyword` is present, otherwise trending threshold.": ({ key }) =>
    Effect.gen(function* () {
      const rules = yield* onlyRules(key, [keywordRule, trendingRule])
      assert.deepStrictEqual(
        rules.map(({ type }) => type),
        ["keyword", "trending"]
      )
    }),

  "Rules cannot be edited through the API. A change is a delete followed by a create. The portal can edit directly.": ({
    key
  }) =>
    Effect.gen(function* () {
      const [made] = yield* onlyRules(key, [keywordRule])
      for (const method of ["PUT", "PATCH", "POST"]) {
        const edited = yield* call(`/webhook/rules/${made.id}`, { method, key, json: { likeCount: 20 } })
        assert.isAtLeast(edited.status, 404, method)
      }
      const [endpoint] = rowsOf(yield* call("/webhook/endpoints", { key }))
      assert.deepStrictEqual(endpoint?.["rules"], [made])
    })
}

testSections({ "Webhook rule": { tests: rule } })
