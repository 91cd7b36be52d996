/** The table "Credits and charges" of the description, row by row, over HTTP. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Ledger } from "../../src/credits/ledger/Ledger.ts"
import { Round } from "../../src/webhooks/matching/Round.ts"
import { charged, rowsOf } from "../support/PricedCalls.ts"
import { fillLibrary, longCaptions } from "../support/LibraryPosts.ts"
import { captions } from "../support/RandomPosts.ts"
import { claimAll } from "../support/Webhooks.ts"
import { call } from "../support/ServedApi.ts"
import { network, type Rows, storeMany, testSections } from "../support/SpecRows.ts"
import { start, store } from "../support/StoredAtNoon.ts"

const costs = Effect.fnUntraced(function* (key: string, expected: Readonly<Record<string, number>>) {
  for (const [path, cost] of Object.entries(expected)) {
    assert.strictEqual((yield* charged(path, key)).cost, cost, path)
  }
})

const rows: Rows = {
  "GET /post/search": ({ key }) =>
    Effect.gen(function* () {
      yield* storeMany(7)
      yield* costs(key, {
        "/post/search?keywords=wombat&language=en": 7,
        "/post/search?keywords=wombat&language=en&limit=3": 3,
        "/post/search?keywords=wombat&language=en&include_details=true": 14,
        "/post/search?keywords=quokka&language=en&include_details=true": 0
      })
    }),

  "GET /post/keyword-trend": ({ key }) =>
    costs(key, {
      "/post/keyword-trend?keywords=a&days=1": 3,
      "/post/keyword-trend?keywords=a,b&days=5": 30,
      "/post/keyword-trend?keywords=a,b&days=5&include_engagement=true": 40,
      "/post/keyword-trend?keywords=a&days=90&include_engagement=false": 270
    }),

  "GET /post/hot": ({ key }) =>
    costs(key, {
      "/post/hot": 70,
      "/post/hot?size=30": 70,
      "/post/hot?size=40": 90,
      "/post/hot?sort=impression:desc": 100,
      "/post/hot?sort=impression:desc&size=40": 120
    }),

  "GET /post/semantic-search": ({ key }) =>
    Effect.gen(function* () {
      const path = "/post/semantic-search?topic=wombats&language=en"
      yield* costs(key, { [path]: 30 })
      yield* storeMany(40)
      yield* costs(key, {
        [`${path}&limit=1`]: 30,
        [path]: 30,
        [`${path}&limit=11`]: 32,
        [`${path}&limit=40`]: 90,
        [`${path}&limit=3000`]: 90,
        [`${path}&limit=3000&min_likes=1`]: 30
      })
    }),

  "GET /post/inspiration": ({ key }) =>
    Effect.gen(function* () {
      const path = "/post/inspiration?topic=wombats&language=en"
      yield* costs(key, { [path]: 30 })
      yield* storeMany(12, { caption: longCaptions.en, like_count: 1_000 })
      yield* fillLibrary
      assert.lengthOf(rowsOf(yield* call(path, { key })), 10)
      yield* costs(key, { [path]: 30 })
    }),

  "GET /post/forecast": ({ key }) =>
    Effect.gen(function* () {
      const counts = { impression_count: 3_000, observed_at: start }
      yield* store(
        { code: "young", ...counts, post_timestamp: start - 3_599 },
        { code: "one", ...counts, post_timestamp: start - 7_200 },
        { code: "two", ...counts, post_timestamp: start - 86_400 },
        { code: "old", ...counts, post_timestamp: start - 604_801 }
      )
      yield* costs(key, {
        "/post/forecast?codes=one": 10,
        "/post/forecast?codes=one,two": 20,
        "/post/forecast?codes=one,one,one": 30,
        "/post/forecast?codes=young,old,unknown": 0,
        "/post/forecast?codes=young,one,old,unknown": 10
      })
    }),

  "GET /user/{username}/interactions": ({ key }) =>
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

  "GET /live/posts, GET /live/users": ({ key }) =>
    Effect.gen(function* () {
      const post = { caption: captions.other, post_timestamp: start }
      network.tell({ code: "seen", impression_count: 5, ...post }, { code: "hidden", impression_count: null, ...post })
      network.users.set("zoe", { type: "user", username: "zoe", follower_count: 12 })
      yield* costs(key, {
        "/live/posts?codes=seen": 3,
        "/live/posts?codes=hidden": 1,
        "/live/posts?codes=nothing": 0,
        "/live/posts?codes=seen,hidden,nothing": 4,
        "/live/users?usernames=zoe": 3,
        "/live/users?usernames=zoe,nobody": 3
      })
    }),

  "Webhook event": ({ id, key }) =>
    Effect.gen(function* () {
      const endpoint = yield* call("/webhook/endpoints", { method: "POST", key, json: { url: "https://example.com/" } })
      const rules = `/webhook/endpoints/${String(Object(endpoint.json["data"]).id)}/rules`
      for (const likeCount of [10, 11]) {
        yield* call(rules, { method: "POST", key, json: { keyword: "台積電", likeCount } })
      }
      const available = Effect.flatMap(Ledger, (ledger) => ledger.available(id))
      yield* store({ code: "p", caption: "台積電股價又創新高了", like_count: 10, post_timestamp: start })
      for (const left of [99_980, 99_980]) {
        yield* (yield* Round).run
        yield* claimAll
        assert.strictEqual(yield* available, left, "once per post per rule")
      }
      const { json } = yield* call("/balance/history?api_type=webhook", { key })
      assert.deepStrictEqual(
        rowsOf({ json }).map(({ cost }) => cost),
        [20]
      )
    }),

  "GET /balance, GET /balance/history, webhook management, test events": ({ id, key }) =>
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

testSections({
  "Credits and charges": { tests: rows }
})
