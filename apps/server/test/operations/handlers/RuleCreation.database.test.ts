/** Creating a rule says what matches already, and `sendExisting` what becomes of it, over HTTP. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { forEvery } from "../../support/Property.ts"
import { call, customer, ServedApi } from "../../support/ServedApi.ts"
import { testServicesWith } from "../../support/TestServices.ts"
import { runRound } from "../../support/WebhookCalls.ts"
import { forgetPostsAndWebhooks, writePosts } from "../../support/Webhooks.ts"

const served = (settings: Readonly<Record<string, string>>) =>
  ServedApi.layerNoDeps.pipe(Layer.provideMerge(testServicesWith(settings)))

const rule = { keyword: "台積電", likeCount: 10 }

/** Posts on both sides of the thresholds and of the windows. */
const worlds = fc.record({
  posts: fc.array(
    fc.record({
      likes: fc.constantFrom(0, 9, 10, 499, 500),
      minutes: fc.oneof(fc.constantFrom(1, 59, 60, 61, 1_439, 1_441), fc.integer({ min: 1, max: 1_600 }))
    }),
    { maxLength: 12 }
  ),
  sendExisting: fc.boolean(),
  trendingHours: fc.constantFrom(null, 1, 24)
})

/** How to create rules of a new endpoint, with some posts that match them. */
const begin = Effect.fnUntraced(function* (posts: number) {
  yield* forgetPostsAndWebhooks
  yield* TestClock.setTime(10 * 3_600_000)
  const { key } = yield* customer({ plan: "standard", credits: 1_000 })
  const made = yield* call("/webhook/endpoints", { method: "POST", key, json: { url: "https://example.com/hooks" } })
  const path = `/webhook/endpoints/${Object(made.json["data"]).id}/rules`
  const codes = Array.from({ length: posts }, (_, index) => `p${index}`)
  yield* writePosts(codes.map((code) => ({ code, post_timestamp: 9 * 3_600 })))
  const create = (json: object) => call(path, { method: "POST", key, json })
  return { key, create }
})

onAnyDatabase("The creation of a rule", (_name, database) => {
  layer(served({ HEDDLE_WEBHOOK_PREVIEW_LIMIT: "3" }).pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })(
    (it) => {
      for (const [posts, sent, leftOut] of [
        [0, "No post matches this rule now.", "No post matches this rule now."],
        [
          1,
          "1 post matches this rule now; sending it costs 20 credits.",
          "1 post matches this rule now and is not sent; sending it would cost 20 credits."
        ],
        [
          2,
          "2 posts match this rule now; sending them costs 40 credits.",
          "2 posts match this rule now and are not sent; sending them would cost 40 credits."
        ]
      ] as const) {
        it.effect(`says what becomes of ${posts} posts`, () =>
          Effect.gen(function* () {
            const { create } = yield* begin(posts)
            const first = yield* create(rule)
            assert.deepStrictEqual([first.status, first.json["notices"]], [201, [sent]])
            assert.notProperty(first.json["data"], "sendExisting")
            const second = yield* create({ ...rule, likeCount: 11, send_existing: false })
            assert.deepStrictEqual([second.status, second.json["notices"]], [201, [leftOut]])
            assert.propertyVal(second.json["data"], "sendExisting", false)
          })
        )
      }

      it.effect("announces exactly the price that the next rounds charge", () =>
        forEvery(worlds, runs(40), ({ posts, sendExisting, trendingHours }) =>
          Effect.gen(function* () {
            const { key, create } = yield* begin(0)
            yield* TestClock.setTime(100 * 3_600_000)
            yield* writePosts(
              posts.map(({ likes, minutes }, index) => ({
                code: `p${index}`,
                like_count: likes,
                post_timestamp: (100 * 60 - minutes) * 60
              }))
            )
            const thresholds = { likeCount: trendingHours === null ? 10 : 500, sendExisting }
            const { json } = yield* create(
              trendingHours === null ? { ...rule, ...thresholds } : { ...thresholds, lookbackHours: trendingHours }
            )
            const [notice] = Object(json["notices"])
            const announced = Number(/costs (\d+) credits/.exec(String(notice))?.[1] ?? 0)
            const hours = trendingHours ?? 24
            const matching = posts.filter(
              ({ likes, minutes }) => likes >= thresholds.likeCount && minutes <= hours * 60
            )
            assert.strictEqual(announced, sendExisting ? matching.length * 20 : 0)
            yield* runRound
            yield* runRound
            const { data } = (yield* call("/balance", { key })).json
            assert.strictEqual(1_000 - Number(Object(data).remaining_credits), announced)
          })
        )
      )

      it.effect("takes two rules that differ only in it for identical, and one spelling", () =>
        Effect.gen(function* () {
          const { create } = yield* begin(0)
          assert.strictEqual((yield* create({ ...rule, sendExisting: true })).status, 201)
          assert.strictEqual((yield* create({ ...rule, sendExisting: false })).status, 409)
          const both = yield* create({ ...rule, likeCount: 11, sendExisting: false, send_existing: false })
          assert.strictEqual(both.status, 400)
        })
      )

      it.effect("says how its keyword is read, as a preview and a backtest do", () =>
        Effect.gen(function* () {
          const { key, create } = yield* begin(0)
          const json = { ...rule, keyword: "F#", language: "zh" }
          const sentence = "The keyword `F#` is read as the word `f#`: posts with `F` alone do not match."
          const made = yield* create(json)
          assert.deepStrictEqual(made.json["notices"], ["No post matches this rule now.", sentence])
          for (const trial of ["preview", "backtest"]) {
            const tried = yield* call(`/webhook/rules/${trial}`, { method: "POST", key, json })
            assert.deepStrictEqual([tried.status, tried.json["notices"]], [200, [sentence]], trial)
          }
        })
      )

      it.effect("names the rule whose keyword was typed differently, and why it is the same", () =>
        Effect.gen(function* () {
          const { create } = yield* begin(0)
          const made = yield* create({ ...rule, keyword: "cat" })
          const { id } = Object(made.json["data"])
          const refused = yield* create({ ...rule, keyword: "Cats*" })
          assert.deepStrictEqual(
            [refused.status, refused.json["detail"]],
            [
              409,
              `This endpoint already has an identical rule, \`${id}\` with the keyword \`cat\`: \`Cats*\` and \`cat\` are the same keyword, as both are read as \`cat\`. Nothing was created.`
            ]
          )
        })
      )

      it.effect("is refused with a keyword without a word, as a preview and a backtest are", () =>
        Effect.gen(function* () {
          const { key, create } = yield* begin(0)
          const json = { ...rule, keyword: "@tesla" }
          const refused = [
            yield* create(json),
            yield* call("/webhook/rules/preview", { method: "POST", key, json }),
            yield* call("/webhook/rules/backtest", { method: "POST", key, json })
          ]
          for (const { status, json } of refused) {
            assert.strictEqual(status, 400)
            assert.include(
              json["detail"],
              "keyword: is a handle, and handles are not searched; use `tesla` for the word"
            )
          }
        })
      )

      it.effect("explains a post that is left out", () =>
        Effect.gen(function* () {
          const { key, create } = yield* begin(1)
          const made = yield* create({ ...rule, sendExisting: false })
          yield* runRound
          const path = `/webhook/rules/${Object(made.json["data"]).id}/explain?post=p0`
          assert.propertyVal((yield* call(path, { key })).json["data"], "verdict", "existing")
        })
      )

      it.effect("without a place for another preview, sends without counting or asks to wait", () =>
        Effect.gen(function* () {
          const { create } = yield* begin(1)
          for (const likeCount of [11, 12, 13]) yield* create({ ...rule, likeCount })
          const refused = yield* create({ ...rule, sendExisting: false })
          assert.deepStrictEqual([refused.status, refused.headers.has("retry-after")], [429, true])
          const uncounted = yield* create(rule)
          assert.strictEqual(uncounted.status, 201)
          assert.include(String(uncounted.json["notices"]), "did not count")
        })
      )
    }
  )
})
