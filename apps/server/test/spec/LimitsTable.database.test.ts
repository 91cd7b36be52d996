/** The table "Other limits" of the description, row by row, over HTTP as far as a caller meets them there. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Purchases } from "../../src/billing/purchases/Purchases.ts"
import type { Delivery } from "../../src/webhooks/delivery/Delivery.ts"
import { buy } from "../support/Billing.ts"
import { rowsOf } from "../support/PricedCalls.ts"
import { call, customer, operate } from "../support/ServedApi.ts"
import { type Rows, testSections, storeMany } from "../support/SpecRows.ts"
import { day, hour, start, store } from "../support/StoredAtNoon.ts"
import { claim, countingRounds, keywordRule, making, newRules, onlyRules, runRound } from "../support/WebhookCalls.ts"
import { forgetPostsAndWebhooks, recordAnswer, sendAll } from "../support/Webhooks.ts"

const codes = Effect.fnUntraced(function* (path: string, key: string) {
  const found = yield* call(path, { key })
  assert.strictEqual(found.status, 200, found.text)
  return rowsOf(found).map(({ code }) => code)
})

const statusOf = Effect.fnUntraced(function* (path: string, key: string) {
  return (yield* call(path, { key })).status
})

/** As the operator sees it: a key's use would be written while the clock is moved, and wait for a connection. */
const balanceOf = Effect.fnUntraced(function* (id: string) {
  const { json } = yield* operate(`/accounts/${id}`)
  const grants: ReadonlyArray<{ readonly expires_at: string }> = Object(json["grants"])
  return { credits: json["remaining_credits"], ends: grants.map(({ expires_at }) => Date.parse(expires_at)) }
})

/** A rule, and so many posts that match it, of which events are made. */
const scheduled = Effect.fnUntraced(function* (key: string, posts: number) {
  yield* onlyRules(key, [keywordRule])
  yield* storeMany(posts, { caption: "台積電股價又創新高了", like_count: 10 })
  assert.strictEqual((yield* runRound).events, posts)
})
const fail = (delivery: Delivery) => recordAnswer(delivery, 500)

const rows: Rows = {
  "Credit validity": () =>
    Effect.gen(function* () {
      const { id } = yield* customer()
      yield* buy(id, "standard")
      const monthLater = Date.parse("1970-05-11T12:00:00Z")
      assert.deepStrictEqual(yield* balanceOf(id), { credits: 100_000, ends: [monthLater] })
      yield* TestClock.setTime(monthLater - 1)
      assert.strictEqual((yield* balanceOf(id)).credits, 100_000)
      yield* TestClock.setTime(monthLater)
      assert.strictEqual((yield* balanceOf(id)).credits, 0)
      yield* buy(id, "standard")
      assert.strictEqual((yield* balanceOf(id)).credits, 100_000, "nothing rolls over")
    }),

  "Top-up credits": () =>
    Effect.gen(function* () {
      const { id } = yield* customer()
      const purchases = yield* Purchases
      yield* buy(id, "standard")
      const monthLater = Date.parse("1970-05-11T12:00:00Z")
      yield* TestClock.adjust("10 days")
      yield* purchases.confirm((yield* purchases.topUp(id, 20_000)).id)
      assert.deepStrictEqual(yield* balanceOf(id), { credits: 120_000, ends: [monthLater, monthLater] })
      yield* TestClock.setTime(monthLater)
      assert.strictEqual((yield* balanceOf(id)).credits, 0)
    }),

  "Active keys per account": ({ id, key }) =>
    Effect.gen(function* () {
      const path = `/accounts/${id}/keys`
      const make = (_: unknown, index: number) =>
        Effect.map(operate(path, { method: "POST", json: { name: `k${index}` } }), ({ status }) => status)
      assert.deepStrictEqual(
        yield* Effect.forEach(Array.from({ length: 20 }), make),
        [...Array(19).fill(201), 409],
        "with the one that is there"
      )
      assert.strictEqual(yield* statusOf("/balance", key), 200)
    }),

  "Usage history page size": ({ key }) =>
    Effect.gen(function* () {
      for (let made = 0; made < 51; made += 1) yield* call("/balance", { key })
      const first = yield* call("/balance/history?page=1", { key })
      assert.lengthOf(rowsOf(first), 50)
      assert.strictEqual(first.json["page_size"], 50)
      assert.lengthOf(rowsOf(yield* call("/balance/history?page=2", { key })), 2, "the call before is an entry too")
      assert.strictEqual(yield* statusOf("/balance/history?page_size=100", key), 400)
    }),

  "Search window without time filter": ({ key }) =>
    Effect.gen(function* () {
      yield* store(
        { code: "now" },
        { code: "edge", post_timestamp: start - 7 * day },
        { code: "older", post_timestamp: start - 7 * day - 0.001 }
      )
      assert.deepStrictEqual(yield* codes("/post/search?keywords=wombat&language=en", key), ["now", "edge"])
    }),

  "Longest time filter on search": ({ key }) =>
    Effect.gen(function* () {
      yield* store(
        { code: "now" },
        { code: "edge", post_timestamp: start - 90 * day },
        { code: "older", post_timestamp: start - 90 * day - 0.001 }
      )
      const path = "/post/search?keywords=wombat&language=en"
      for (const filter of [
        "max_age_hours=2160",
        `since=${start - 90 * day}`,
        "min_age_hours=0",
        `until=${start + 1}`
      ]) {
        assert.deepStrictEqual(yield* codes(`${path}&${filter}`, key), ["now", "edge"], filter)
      }
      for (const filter of ["max_age_hours=2161", "min_age_hours=2161", `since=${start - 91 * day}`]) {
        assert.strictEqual(yield* statusOf(`${path}&${filter}`, key), 400, filter)
      }
    }),

  "Interactions window": ({ key }) =>
    Effect.gen(function* () {
      yield* store({ code: "root", username: "star", post_timestamp: start - 91 * day })
      yield* store(
        ...Array.from({ length: 101 }, (_, index) => ({
          code: `r${index}`,
          username: `fan${index}`,
          reply_to: "root",
          post_timestamp: start - (index === 0 ? 90 * day : index === 1 ? 7 * day : index)
        }))
      )
      const path = "/user/star/interactions"
      const count = (query: string) => Effect.map(call(path + query, { key }), (found) => rowsOf(found).length)
      assert.strictEqual(yield* count(""), 10)
      assert.strictEqual(yield* count("?days=90&limit=100"), 100)
      assert.strictEqual(yield* count("?days=30&limit=100"), 100)
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* count("?days=7&limit=100"), 99)
      for (const query of ["?days=6", "?days=91", "?limit=101", "?limit=0"]) {
        assert.strictEqual(yield* statusOf(path + query, key), 400, query)
      }
    }),

  "Webhook lookback": ({ key }) =>
    Effect.gen(function* () {
      yield* forgetPostsAndWebhooks
      const rules = yield* newRules(key)
      const trending = (lookbackHours?: number) => ({
        likeCount: 500,
        ...(lookbackHours === undefined ? {} : { lookbackHours })
      })
      const made = yield* making(key, rules, [trending(0), trending(73), trending(), trending(1), trending(72)])
      assert.deepStrictEqual(made, [400, 400, 400, 201, 201])
      assert.deepStrictEqual(
        yield* making(key, rules, [
          { ...keywordRule, lookbackHours: 24 },
          { ...keywordRule, lookback_hours: 24 },
          keywordRule
        ]),
        [400, 400, 201]
      )
      const post = (code: string, hours: number, like_count: number) => ({
        code,
        caption: "台積電股價又創新高了，這個月都在漲",
        post_timestamp: start - hours * hour,
        like_count
      })
      yield* store(post("a", 1, 500), post("b", 1.001, 500), post("c", 72, 500), post("d", 72.001, 500))
      // 1 hour: a; 72 hours: a, b, c; keyword: a, b.
      assert.strictEqual((yield* runRound).events, 6)
      yield* store(post("e", 24, 10), post("f", 24.001, 10))
      assert.strictEqual((yield* runRound).events, 1)
    }),

  "Semantic search window": ({ key }) =>
    Effect.gen(function* () {
      for (let first = 0; first < 3_001; first += 1_000) {
        yield* storeMany(Math.min(1_000, 3_001 - first), {}, `m${first}_`)
      }
      const path = "/post/semantic-search?topic=wombat&language=en&limit="
      assert.lengthOf(rowsOf(yield* call(`${path}3000`, { key })), 3_000)
      assert.strictEqual((yield* call(`${path}3001`, { key })).status, 400)
      yield* forgetPostsAndWebhooks
      yield* store(
        { code: "in", post_timestamp: start - 30 * 24 * hour },
        { code: "out", post_timestamp: start - 30 * 24 * hour - 1 }
      )
      assert.deepStrictEqual(
        rowsOf(yield* call(`${path}10`, { key })).map(({ code }) => code),
        ["in"]
      )
    }),

  "Webhook minimum thresholds": ({ key }) =>
    Effect.gen(function* () {
      yield* forgetPostsAndWebhooks
      const rules = yield* newRules(key)
      const least = {
        keyword: { fields: { keyword: "a" }, likeCount: 10, replyCount: 5, viewCount: 20_000 },
        trending: { fields: { lookbackHours: 24 }, likeCount: 500, replyCount: 100, viewCount: 20_000 }
      }
      for (const { fields, ...thresholds } of Object.values(least)) {
        for (const [name, value] of Object.entries(thresholds)) {
          assert.deepStrictEqual(
            yield* making(key, rules, [
              { ...fields, [name]: value - 1 },
              { ...fields, [name]: value }
            ]),
            [400, 201],
            name
          )
        }
      }
    }),

  "Forecast posts per call": ({ key }) =>
    Effect.gen(function* () {
      const path = (count: number) => `/post/forecast?codes=${Array(count).fill("a").join(",")}`
      assert.lengthOf(rowsOf(yield* call(path(20), { key })), 20)
      assert.strictEqual(yield* statusOf(path(21), key), 400)
    }),

  "Webhook rate": ({ key }) =>
    Effect.gen(function* () {
      yield* scheduled(key, 1_200)
      assert.lengthOf(yield* sendAll(200), 1_000)
      yield* TestClock.adjust("59 seconds")
      assert.lengthOf(yield* claim, 0)
      yield* TestClock.adjust("10 seconds")
      assert.isAtLeast((yield* sendAll(200)).length, 200, "the excess is delayed, not dropped")
    }),

  "Webhook retries": ({ key }) =>
    Effect.gen(function* () {
      yield* scheduled(key, 1)
      let attempts = 0
      for (let hours = 0; hours < 48; hours += 1) {
        for (const delivery of yield* claim) {
          attempts += 1
          yield* fail(delivery)
        }
        yield* TestClock.adjust("1 hour")
      }
      assert.strictEqual(attempts, 11, "the first attempt and ten retries")
    }),

  "Rule check interval": () =>
    Effect.gen(function* () {
      const rounds = yield* countingRounds
      yield* TestClock.adjust("9 minutes")
      assert.strictEqual(rounds.count, 4, "one at start, and one every 3 minutes")
    }).pipe(Effect.scoped)
}

testSections({
  "Other limits": { tests: rows, elsewhere: { "MCP call time": "transport/mcp/Errors.database.test.ts" } }
})
