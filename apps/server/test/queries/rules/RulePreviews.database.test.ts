/** `POST /webhook/rules/preview`: the posts that a round would find, by hour, with the newest, and what another rule sent of them. */
import { assert, layer } from "@effect/vitest"
import { RuleId } from "@heddle/api"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { Outbox } from "../../../src/webhooks/delivery/Outbox.ts"
import { rowsOf } from "../../support/PricedCalls.ts"
import { forEvery } from "../../support/Property.ts"
import { onlyPosts } from "../../support/RandomPosts.ts"
import { anyRule, postsForRules, candidates, isFound, ruleFrom } from "../../support/Rules.ts"
import { call, customer, ServedApi } from "../../support/ServedApi.ts"
import { hour, start } from "../../support/StoredAtNoon.ts"
import { keywordRule, manage, onlyRules, storeMatching } from "../../support/WebhookCalls.ts"
import { forgetPostsAndWebhooks, sendAll } from "../../support/Webhooks.ts"
import { testServicesWith } from "../../support/TestServices.ts"

const path = "/webhook/rules/preview"
const preview = (key: string, json: object) => manage("POST", path, key, json)

const startOfTests = Layer.effectDiscard(TestClock.setTime(start * 1_000))

onAnyDatabase("A preview", (_name, database) => {
  const served = (limit: string) =>
    ServedApi.layerNoDeps.pipe(
      Layer.provideMerge(
        testServicesWith({ HEDDLE_WEBHOOK_PREVIEW_LIMIT: limit, HEDDLE_RATE_LIMIT: limit === "0" ? "0" : "600" })
      ),
      Layer.provideMerge(database),
      Layer.provide(startOfTests)
    )

  layer(served("0"), { timeout: "60 seconds" })((it) => {
    const begin = Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      yield* forgetPostsAndWebhooks
      return yield* customer({ plan: "standard", credits: 1_000 })
    })

    it.effect("compared with a rule counts the posts that were sent and would be sent again", () =>
      Effect.gen(function* () {
        const { id, key } = yield* begin
        const [rule] = yield* onlyRules(key, [keywordRule])
        yield* storeMatching({ code: "sent", like_count: 20 }, { code: "below", like_count: 10 }, { code: "new" })
        const compareTo = RuleId.make(String(rule.id))
        const outbox = yield* Outbox
        yield* outbox.add(["sent", "below"].map((postCode) => ({ accountId: id, ruleId: compareTo, postCode })))
        const wanted = { ...keywordRule, likeCount: 11 }
        assert.strictEqual((yield* preview(key, { ...wanted, compareTo })).again, 0, "nothing was sent yet")
        yield* sendAll(200)
        assert.deepInclude(yield* preview(key, { ...wanted, compareTo }), { matches: 1, again: 1 })
        assert.deepInclude(yield* preview(key, { ...keywordRule, compare_to: compareTo }), { matches: 3, again: 2 })
        assert.deepInclude(yield* preview(key, { ...keywordRule, keyword: "聯電", compareTo }), {
          matches: 0,
          again: 0
        })
      })
    )

    it.effect("finds what the index of rounds finds", () =>
      Effect.gen(function* () {
        const { key } = yield* begin
        yield* forEvery(fc.tuple(postsForRules, anyRule), runs(60), ([posts, input]) =>
          Effect.gen(function* () {
            yield* onlyPosts(posts, start)
            const found = (yield* candidates).filter((post) => isFound(ruleFrom(input), post, new Date(start * 1_000)))
            const { matches, hours, examples } = yield* preview(key, input)
            assert.strictEqual(matches, found.length)
            for (const [index, { matches }] of hours.entries()) {
              const from = start * 1_000 - (hours.length - index) * hour * 1_000
              const until = index === hours.length - 1 ? Infinity : from + hour * 1_000
              const of = found.filter(({ postedAt }) => postedAt.getTime() >= from && postedAt.getTime() < until)
              assert.strictEqual(matches, of.length)
            }
            const newest = found.toSorted(
              (a, b) => b.postedAt.getTime() - a.postedAt.getTime() || (a.code < b.code ? 1 : -1)
            )
            assert.deepStrictEqual(
              examples.map(({ code }: { code: string }) => code),
              newest.slice(0, 5).map(({ code }) => code)
            )
          })
        )
      })
    )
  })

  layer(served("2"), { timeout: "60 seconds" })((it) => {
    it.effect("has a rate limit of its own for each account", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start * 1_000)
        const { key } = yield* customer({ plan: "standard" })
        const other = yield* customer({ plan: "standard" })
        const ask = (key: string) => call(path, { method: "POST", key, json: keywordRule })
        assert.deepStrictEqual([(yield* ask(key)).status, (yield* ask(key)).status], [200, 200])
        const refused = yield* ask(key)
        assert.strictEqual(refused.status, 429)
        assert.strictEqual(refused.json["code"], "rate_limited")
        assert.strictEqual(refused.headers.get("retry-after"), "61")
        assert.strictEqual(refused.headers.get("ratelimit-policy"), '"default";q=600;w=60, "previews";q=2;w=60')
        assert.strictEqual(refused.headers.get("ratelimit"), '"default";r=597;t=61, "previews";r=0;t=61')
        assert.strictEqual((yield* ask(other.key)).status, 200)
        assert.strictEqual((yield* call("/webhook/endpoints", { key })).status, 200)
        yield* TestClock.adjust("61 seconds")
        assert.strictEqual((yield* ask(key)).status, 200)
        assert.lengthOf(rowsOf(yield* call("/balance/history", { key })), 4, "a refused call has no entry")
      })
    )
  })
})
