/** `/post/forecast`: which posts have a forecast, what it says, and how long it takes. */
import { assert, layer } from "@effect/vitest"
import { type Model, priorModel } from "@heddle/forecast"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { Forecasts } from "../../../src/queries/forecast/Forecasts.ts"
import { ForecastModels } from "../../../src/store/forecasts/ForecastModels.ts"
import { type GrowingPost, writeGrowing } from "../../support/Courses.ts"
import { writePosts } from "../../support/Posts.ts"
import { ServedApi } from "../../support/ServedApi.ts"
import { paid, refusedBelow, rowsOf } from "../../support/PricedCalls.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const hour = 3_600
const day = 24 * hour
const start = 100 * day

const begin = Effect.andThen(forgetAll, TestClock.setTime(start * 1_000))

const forecasts = (codes: ReadonlyArray<string>, metric: "views" | "likes" | "replies" = "likes") =>
  Forecasts.use((queries) => Effect.map(queries.of({ codes, metric }), ({ data }) => data))

const statuses = (...codes: ReadonlyArray<string>) =>
  Effect.map(forecasts(codes), (rows) => rows.map(({ code, status }) => `${code} ${status}`))

onAnyDatabase("Forecasts", (_name, database) => {
  layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })((it) => {
    it.effect("one row for each code, in the order given; a code given twice is answered twice", () =>
      Effect.gen(function* () {
        yield* begin
        yield* writePosts(
          { code: "a", post_timestamp: start - day, like_count: 40, observed_at: start - 60 },
          { code: "b", post_timestamp: start - day, like_count: 70, observed_at: start - 60 }
        )
        assert.deepStrictEqual(yield* statuses("b", "x", "a", "b"), ["b ok", "x not_found", "a ok", "b ok"])
        const [b, x] = yield* forecasts(["b", "x"])
        assert.deepInclude(b, { like_count: 70, reply_count: 0, impression_count: null, metrics_at: start - 60 })
        assert.deepInclude(x, { like_count: null, reply_count: null, metrics_at: null, thresholds: [], model: null })
      })
    )

    it.effect("too young before an hour, too old after seven days", () =>
      Effect.gen(function* () {
        yield* begin
        const ages = { a: hour - 1, b: hour, c: 7 * day, d: 7 * day + 1 }
        yield* writePosts(
          ...Object.entries(ages).map(([code, age]) => ({ code, post_timestamp: start - age, observed_at: start }))
        )
        assert.deepStrictEqual(yield* statuses("a", "b", "c", "d"), ["a too_young", "b ok", "c ok", "d too_old"])
      })
    )

    it.effect(
      "no forecast of a count that is hidden, or that was not observed in the last two thirds of the post's life",
      () =>
        Effect.gen(function* () {
          yield* begin
          const post = { post_timestamp: start - 30 * hour, like_count: 40 }
          yield* writePosts(
            { ...post, code: "late", observed_at: start - 20 * hour },
            { ...post, code: "early", observed_at: start - 20 * hour - 1 }
          )
          assert.deepStrictEqual(yield* statuses("late", "early"), ["late ok", "early no_metric"])
          const [late] = yield* forecasts(["late"], "views")
          assert.strictEqual(late?.status, "no_metric")
        })
    )

    it.effect("says from when there are forecasts, of posts that are too young and where no model is of use yet", () =>
      Effect.gen(function* () {
        yield* begin
        const ages = priorModel.ages.map((age) => ({ ...age, skill: age.ageMillis < 6 * hour * 1_000 ? -0.1 : 0.5 }))
        const useful = ages.find(({ skill }) => skill > 0)?.ageMillis ?? 0
        const model: Model = { ...priorModel, kind: "adapted", posts: 30, ages }
        const models = yield* ForecastModels
        yield* models.keep(new Date(start * 1_000), new Map([["likes", model]]), 30)
        const post = { like_count: 5, observed_at: start }
        yield* writePosts(
          { code: "young", ...post, post_timestamp: start - hour / 2 },
          { code: "early", ...post, post_timestamp: start - 2 * hour },
          { code: "later", ...post, post_timestamp: start - day }
        )
        const [young, early, later] = yield* forecasts(["young", "early", "later"])
        assert.deepInclude(young, { status: "too_young", possible_at: start + hour / 2 })
        const possibleAt = start - 2 * hour + Math.floor(useful / 1_000)
        assert.deepInclude(early, { status: "not_yet", possible_at: possibleAt, thresholds: [], model: null })
        assert.deepInclude(later, { status: "ok", possible_at: null })
        assert.deepInclude(later?.model, { kind: "adapted", posts: 30, skill: 0.5 })
        // The other tests have the prior.
        yield* models.keep(new Date((start + 1) * 1_000), new Map([["likes", priorModel]]), 0)
      })
    )

    it.effect("marks what networks differ about while no post of this one is known", () =>
      Effect.gen(function* () {
        yield* begin
        const models = yield* ForecastModels
        const withDoubts = (kept: number, doubts: ReadonlyArray<number>) =>
          models.keep(
            new Date((start + kept) * 1_000),
            new Map([["likes", { ...priorModel, ages: priorModel.ages.map((age) => ({ ...age, doubts })) }]]),
            0
          )
        yield* writePosts({ code: "a", post_timestamp: start - 2 * hour, like_count: 90, observed_at: start })
        yield* withDoubts(2, [])
        const [{ thresholds: all = [] } = {}] = yield* forecasts(["a"])
        assert.isTrue(all.some(({ probability }) => probability >= 0.1))
        yield* withDoubts(3, [0.05, ...Array.from({ length: 9 }, () => 0.2)])
        const [row] = yield* forecasts(["a"])
        assert.strictEqual(row?.status, "ok")
        assert.deepStrictEqual(
          row?.thresholds,
          all.map((one) => (one.probability < 0.1 ? one : { ...one, rough: true }))
        )
        // The other tests have the prior.
        yield* models.keep(new Date((start + 4) * 1_000), new Map([["likes", priorModel]]), 0)
      })
    )

    it.effect("asks for few likes where the posts that it learned from have few", () =>
      Effect.gen(function* () {
        yield* begin
        const models = yield* ForecastModels
        const learned: Model = { ...priorModel, kind: "learned", posts: 300, medianCount: 3 }
        yield* models.keep(new Date((start + 5) * 1_000), new Map([["likes", learned]]), 300)
        yield* writePosts({ code: "a", post_timestamp: start - 2 * hour, like_count: 1, observed_at: start })
        const [row] = yield* forecasts(["a"])
        assert.deepStrictEqual(
          row?.thresholds.map(({ likes }) => likes),
          [5, 10, 20, 50, 100]
        )
        // The other tests have the prior.
        yield* models.keep(new Date((start + 6) * 1_000), new Map([["likes", priorModel]]), 0)
      })
    )

    it.effect("never asks what was crossed, even if the count fell since", () =>
      Effect.gen(function* () {
        yield* begin
        const post = { code: "a", post_timestamp: start - day }
        yield* writePosts({ ...post, like_count: 1_050, observed_at: start - 5 * hour })
        yield* writePosts({ ...post, like_count: 990, observed_at: start - 60 })
        const [row] = yield* forecasts(["a"])
        assert.strictEqual(row?.like_count, 990)
        assert.deepStrictEqual(
          row?.thresholds.map(({ likes }) => likes),
          [2_000, 5_000, 10_000, 20_000, 50_000]
        )
      })
    )

    it.effect(
      "probabilities fall with the threshold; times are in order, not before now and not after seven days",
      () =>
        Effect.gen(function* () {
          yield* begin
          const posts = Array.from({ length: 20 }, (_, index): GrowingPost => ({
            code: `p${index}`,
            post_timestamp: start - (2 + 8 * index) * hour,
            likes: 150 * (index + 1)
          }))
          yield* writeGrowing(posts, start)
          const rows = yield* forecasts(posts.map(({ code }) => code))
          for (const [index, { status, thresholds }] of rows.entries()) {
            assert.strictEqual(status, "ok")
            const probabilities = thresholds.map(({ probability }) => probability)
            assert.deepStrictEqual(
              probabilities,
              probabilities.toSorted((one, other) => other - one)
            )
            const end = (posts[index]?.post_timestamp ?? 0) + 7 * day
            for (const { probability, earliest_at, expected_at, latest_at } of thresholds) {
              assert.strictEqual(expected_at === null, probability < 0.05)
              if (earliest_at === null || expected_at === null || latest_at === null) continue
              assert.isTrue(start <= earliest_at && earliest_at <= expected_at && expected_at <= latest_at)
              assert.isAtMost(latest_at, end)
            }
          }
        })
    )
  })

  layer(ServedApi.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: "60 seconds" })(
    (it) => {
      it.effect("10 for each post with a forecast, free for the others; 20 posts take less than 50 ms", () =>
        Effect.gen(function* () {
          const now = Math.floor(Date.now() / 1_000)
          const codes = Array.from({ length: 20 }, (_, index) => `p${index}`)
          yield* writeGrowing(
            codes.map((code, index) => ({ code, post_timestamp: now - (2 + 8 * index) * hour, likes: 3_000 })),
            now
          )
          const path = (asked: ReadonlyArray<string>) => `/post/forecast?metric=likes&codes=${asked.join(",")}`
          const all = yield* paid(path(codes))
          assert.deepStrictEqual([rowsOf(all).length, all.cost], [20, 200])
          assert.strictEqual(all.entry?.["api_type"], "forecast")
          assert.strictEqual((yield* paid(path(["p1", "x", "p1"]))).cost, 20)
          assert.strictEqual((yield* paid(path(["x"]))).cost, 0)
          yield* refusedBelow(path(["p1", "p2"]), 20, null)
          const times: Array<number> = []
          const queries = yield* Forecasts
          for (let run = 0; run < 20; run += 1) {
            const began = yield* Clock.currentTimeMillis
            yield* queries.of({ codes, metric: "likes" })
            times.push((yield* Clock.currentTimeMillis) - began)
          }
          assert.isBelow(Math.min(...times), 50)
        })
      )
    }
  )
})
