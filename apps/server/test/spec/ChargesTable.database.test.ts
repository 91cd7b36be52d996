/**
 * The table "Credits and charges" of the description, row by row, over HTTP.
 *
 * Its rows for semantic search, inspiration, forecast and live reads belong to calls that are not there yet.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Ledger } from "../../src/credits/ledger/Ledger.ts"
import { Outbox } from "../../src/webhooks/delivery/Outbox.ts"
import { Round } from "../../src/webhooks/matching/Round.ts"
import { charged, rowsOf } from "../support/PricedCalls.ts"
import { call } from "../support/ServedApi.ts"
import { type Rows, rowsOfTables, start, store, storeMany } from "../support/SpecRows.ts"

const costs = Effect.fnUntraced(function* (key: string, expected: Readonly<Record<string, number>>) {
  for (const [path, cost] of Object.entries(expected)) {
    assert.strictEqual((yield* charged(path, key)).cost, cost, path)
  }
})

const rows: Rows = {
  "GET /post/search | 1 credit per post returned; 2 with `include_details=true`": ({ key }) =>
    Effect.gen(function* () {
      yield* storeMany(7)
      yield* costs(key, {
        "/post/search?keywords=wombat&language=en": 7,
        "/post/search?keywords=wombat&language=en&limit=3": 3,
        "/post/search?keywords=wombat&language=en&include_details=true": 14,
        "/post/search?keywords=quokka&language=en&include_details=true": 0
      })
    }),

  "GET /post/keyword-trend | 3 x keywords x days; 4 x keywords x days with `include_engagement=true`": ({ key }) =>
    costs(key, {
      "/post/keyword-trend?keywords=a&days=1": 3,
      "/post/keyword-trend?keywords=a,b&days=5": 30,
      "/post/keyword-trend?keywords=a,b&days=5&include_engagement=true": 40,
      "/post/keyword-trend?keywords=a&days=90&include_engagement=false": 270
    }),

  "GET /post/hot | 70 credits for 30 posts, plus 2 per extra post; base 100 with `sort=impression:desc`; charged by requested `size`":
    ({ key }) =>
      costs(key, {
        "/post/hot": 70,
        "/post/hot?size=30": 70,
        "/post/hot?size=40": 90,
        "/post/hot?sort=impression:desc": 100,
        "/post/hot?sort=impression:desc&size=40": 120
      }),

  "GET /user/{username}/interactions | 30 for up to 10 accounts, plus 2 per extra account, by number returned; free when no interactions":
    ({ key }) =>
      Effect.gen(function* () {
        yield* store({ code: "root", username: "star" }, { code: "other", username: "alone" })
        yield* store(
          ...Array.from({ length: 14 }, (_, index) => ({
            code: `r${index}`,
            username: `fan${index}`,
            reply_to: "root"
          }))
        )
        yield* costs(key, {
          "/user/alone/interactions": 0,
          "/user/star/interactions?limit=1": 30,
          "/user/star/interactions": 30,
          "/user/star/interactions?limit=11": 32,
          "/user/star/interactions?limit=100": 38
        })
      }),

  "Webhook event | 20 per event sent": ({ id, key }) =>
    Effect.gen(function* () {
      const endpoint = yield* call("/webhook/endpoints", { method: "POST", key, json: { url: "https://example.com/" } })
      const rules = `/webhook/endpoints/${String(Object(endpoint.json["data"]).id)}/rules`
      for (const likeCount of [10, 11]) {
        yield* call(rules, { method: "POST", key, json: { keyword: "台積電", likeCount } })
      }
      const available = Effect.flatMap(Ledger, (ledger) => ledger.available(id))
      yield* store({ code: "p", caption: "台積電股價又創新高了", like_count: 10, post_timestamp: start })
      const outbox = yield* Outbox
      for (const left of [99_980, 99_980]) {
        yield* (yield* Round).run
        yield* outbox.claim(10)
        assert.strictEqual(yield* available, left, "once per post per rule")
      }
      const { json } = yield* call("/balance/history?api_type=webhook", { key })
      assert.deepStrictEqual(
        rowsOf({ json }).map(({ cost }) => cost),
        [20]
      )
    }),

  "GET /balance, GET /balance/history, webhook management, test events | free": ({ id, key }) =>
    Effect.gen(function* () {
      const free = Effect.fnUntraced(function* (method: string, path: string, json?: object) {
        const answer = yield* call(path, { method, key, ...(json === undefined ? {} : { json }) })
        assert.isBelow(answer.status, 300, answer.text)
        assert.strictEqual(answer.json["credits_consumed"], 0, path)
        return String(Object(answer.json["data"]).id)
      })
      yield* free("GET", "/balance")
      yield* free("GET", "/balance/history")
      const endpoint = yield* free("POST", "/webhook/endpoints", { url: "https://127.0.0.1:9/hooks" })
      yield* free("GET", "/webhook/endpoints")
      const rule = yield* free("POST", `/webhook/endpoints/${endpoint}/rules`, { keyword: "a", likeCount: 10 })
      yield* free("POST", `/webhook/endpoints/${endpoint}/test`)
      yield* free("DELETE", `/webhook/rules/${rule}`)
      yield* free("DELETE", `/webhook/endpoints/${endpoint}`)
      assert.strictEqual(yield* (yield* Ledger).available(id), 100_000)
    })
}

rowsOfTables({ "Credits and charges": rows })
