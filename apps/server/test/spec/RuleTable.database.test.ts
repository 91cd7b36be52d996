/** "Webhook rule" and "Evaluation" of the description, row by row: rules over HTTP, events as rounds make them. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Grants } from "../../src/credits/ledger/Grants.ts"
import { rowsOf } from "../support/PricedCalls.ts"
import { captions } from "../support/RandomPosts.ts"
import { call, customer } from "../support/ServedApi.ts"
import { day, hour, type Rows, start, store, testSections } from "../support/SpecRows.ts"
import {
  claim,
  countingRounds,
  eventOf,
  events,
  keywordRule,
  making,
  manage,
  newRules,
  onlyRules,
  runRound,
  storeMatching
} from "../support/SpecWebhooks.ts"
import { recordAnswer } from "../support/Webhooks.ts"

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

const evaluation: Rows = {
  1: () =>
    Effect.gen(function* () {
      const rounds = yield* countingRounds
      yield* TestClock.adjust("9 minutes")
      assert.strictEqual(rounds.count, 4, "one at start, and one every 3 minutes")
    }).pipe(Effect.scoped),

  2: ({ key }) =>
    Effect.gen(function* () {
      yield* onlyRules(key, [keywordRule])
      yield* storeMatching({ code: "a" })
      assert.lengthOf(yield* events, 1)
      yield* TestClock.adjust("1 minute")
      yield* storeMatching({ code: "a", like_count: 99, observed_at: start + 60 })
      assert.lengthOf(yield* events, 0)
    }),

  3: ({ key }) =>
    Effect.gen(function* () {
      const rules = yield* onlyRules(key, [keywordRule, { ...keywordRule, likeCount: 11 }])
      yield* storeMatching({ code: "a", like_count: 11 })
      const made = yield* events
      assert.sameMembers(
        made.map(({ rule }) => rule.id),
        rules.map(({ id }) => String(id))
      )
    }),

  4: ({ key }) =>
    Effect.gen(function* () {
      yield* onlyRules(key, [{ ...keywordRule, replyCount: 5 }])
      yield* storeMatching(
        { code: "likes" },
        { code: "replies", like_count: 9, reply_count: 5 },
        { code: "x", reply_count: 5 }
      )
      assert.deepStrictEqual(
        (yield* events).map(({ post }) => post.code),
        ["x"]
      )
    }),

  5: ({ key }) =>
    Effect.gen(function* () {
      yield* onlyRules(key, [keywordRule])
      yield* storeMatching({ code: "a" }, { code: "b", reply_to: "a" })
      assert.deepStrictEqual(
        (yield* events).map(({ post }) => [post.code, post.is_reply]),
        [
          ["a", false],
          ["b", true]
        ]
      )
    }),

  6: ({ key }) =>
    Effect.gen(function* () {
      yield* onlyRules(
        key,
        ["zh", "ja"].map((language) => ({ ...trendingRule, language }))
      )
      const { yue, ja, en, ...chinese } = captions
      const found = { yue, ja, "zh-Hans": chinese["zh-Hans"], "zh-Hant": chinese["zh-Hant"] }
      yield* store(
        ...Object.entries({ ...found, en }).map(([code, caption]) => ({
          code,
          caption,
          like_count: 500,
          language: "en"
        }))
      )
      assert.deepStrictEqual(
        (yield* events).map(({ post }) => post.code),
        Object.keys(found).toSorted()
      )
    }),

  7: ({ key }) =>
    Effect.gen(function* () {
      yield* onlyRules(key, [keywordRule, { keyword: "台積電", viewCount: 20_000 }])
      yield* storeMatching({ code: "a" })
      assert.lengthOf(yield* events, 1)
      yield* TestClock.adjust("3 hours")
      yield* storeMatching({ code: "a", impression_count: 20_000, observed_at: start + 3 * hour })
      assert.strictEqual((yield* events)[0]?.post.impression_count, 20_000)
    }),

  8: ({ key }) =>
    Effect.gen(function* () {
      const [keyword, trending] = yield* onlyRules(key, [keywordRule, { likeCount: 500, lookbackHours: 72 }])
      const post = (code: string, age: number) => ({ code, like_count: 500, post_timestamp: start - age })
      yield* storeMatching(post("a", day), post("b", day + 0.001), post("c", 3 * day), post("d", 3 * day + 0.001))
      yield* store({ code: "e", caption: captions["zh-Hant"].replace("台積電", "聯電"), like_count: 500 })
      const of = (rule: { readonly id: string }, made: ReadonlyArray<ReturnType<typeof eventOf>>) =>
        made.filter((event) => event.rule.id === rule.id).map(({ post }) => post.code)
      const made = yield* events
      assert.deepStrictEqual(of(keyword, made), ["a"])
      assert.deepStrictEqual(of(trending, made), ["a", "b", "c", "e"])
    }),

  9: ({ key }) =>
    Effect.gen(function* () {
      yield* onlyRules(key, [keywordRule])
      yield* storeMatching({ code: "a" })
      yield* runRound
      const [first] = yield* claim
      assert.strictEqual(eventOf(first).post.like_count, 10)
      yield* TestClock.adjust("1 minute")
      yield* storeMatching({ code: "a", like_count: 99, observed_at: start + 60 })
      if (first === undefined) return
      yield* recordAnswer(first, 500)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(
        (yield* claim).map(({ body }) => body),
        [first.body],
        "the retry sends the same body"
      )
    }),

  10: () =>
    Effect.gen(function* () {
      const { id, key } = yield* customer({ plan: "standard", credits: 20 })
      yield* onlyRules(key, [keywordRule])
      yield* storeMatching({ code: "a" }, { code: "b" })
      assert.lengthOf(yield* events, 1)
      assert.lengthOf(yield* events, 0)
      yield* (yield* Grants).give(id, { credits: 20 })
      assert.lengthOf(yield* events, 1)
    }),

  11: ({ id, key }) =>
    Effect.gen(function* () {
      const rules = yield* onlyRules(key, [keywordRule])
      yield* (yield* Grants).give(id, { plan: "lite" })
      yield* storeMatching({ code: "a" })
      assert.lengthOf(yield* events, 0)
      yield* (yield* Grants).give(id, { plan: "standard" })
      const [endpoint] = rowsOf(yield* call("/webhook/endpoints", { key }))
      assert.deepStrictEqual(endpoint?.["rules"], rules)
      assert.lengthOf(yield* events, 1)
    })
}

testSections({
  "Webhook rule": { tests: rule },
  Evaluation: { tests: evaluation }
})
