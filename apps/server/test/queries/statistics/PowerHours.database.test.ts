/** `/stats/power-hours`: every hour of the week against a naive look at every post; its limits and price. */
import { assert, layer } from "@effect/vitest"
import type { PowerHoursQuery } from "@heddle/api"
import { languageMatches } from "@heddle/text"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { PowerHours } from "../../../src/queries/statistics/PowerHours.ts"
import { writePosts } from "../../support/Posts.ts"
import { assertRefused, charged, estimated } from "../../support/PricedCalls.ts"
import { forEvery } from "../../support/Property.ts"
import { filters, onlyPosts, randomPosts, type StoredPost } from "../../support/RandomPosts.ts"
import { call, customer, ServedApi } from "../../support/ServedApi.ts"
import { TestServices } from "../../support/TestServices.ts"

const day = 86_400
/** Seconds; 1970-04-15, a Wednesday, 05:00:17 UTC. The test clock begins at the epoch and should not go far. */
const start = Date.UTC(1970, 3, 15, 5, 0, 17) / 1_000

const powerHours = (query: PowerHoursQuery) =>
  Effect.flatMap(PowerHours, (service) => Effect.map(service.count(query), ({ data }) => data))

const median = (posts: ReadonlyArray<StoredPost>): number | null => {
  const likes = posts.map(({ likeCount }) => likeCount).toSorted((a, b) => a - b)
  const [low, high] = [likes[Math.floor((likes.length - 1) / 2)], likes[Math.floor(likes.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** With the calendar of the language, shifted. */
const naive = (posts: ReadonlyArray<StoredPost>, query: PowerHoursQuery) => {
  const { language = "zh", days = 30, utc_offset = 0 } = query
  const from = Math.floor(start / day - (days - 1)) * day * 1_000
  const counted = posts.filter((post) => languageMatches(language, post.language) && post.postedAt.getTime() >= from)
  const whole = median(counted)
  return {
    post_count: counted.length,
    median_likes: whole,
    cells: [1, 2, 3, 4, 5, 6, 0].flatMap((weekday, index) =>
      Array.from({ length: 24 }, (_, hour) => {
        const there = counted.filter(({ postedAt }) => {
          const local = new Date(postedAt.getTime() + utc_offset * 60_000)
          return local.getUTCDay() === weekday && local.getUTCHours() === hour
        })
        const likes = median(there)
        return {
          weekday: index + 1,
          hour,
          post_count: there.length,
          median_likes: likes,
          lift: likes === null || whole === null || whole === 0 ? null : likes / whole
        }
      })
    )
  }
}

const scenario = fc.record({
  posts: randomPosts(40 * day),
  query: fc.record(
    {
      language: fc.constantFrom(...filters),
      days: fc.integer({ min: 1, max: 45 }),
      utc_offset: fc.oneof(fc.constantFrom(-720, 840, 480, 345), fc.integer({ min: -720, max: 840 }))
    },
    { requiredKeys: [] }
  )
})

onAnyDatabase("Power hours", (_name, database) => {
  layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })((it) => {
    it.effect("an empty store has 168 hours without posts", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start * 1_000)
        const data = yield* powerHours({})
        assert.deepStrictEqual(data, naive([], {}))
        assert.lengthOf(data.cells, 168)
      })
    )

    it.effect("are those of a naive look at every post", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start * 1_000)
        yield* forEvery(
          scenario,
          runs(50),
          Effect.fnUntraced(function* ({ posts, query }) {
            const stored = yield* onlyPosts(posts, start)
            assert.deepStrictEqual(yield* powerHours(query), naive(stored, query))
          })
        )
      })
    )

    it.effect("weeks begin on Monday, days are UTC with the offset on top; lift is over the median of all", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start * 1_000)
        yield* onlyPosts([], start)
        const monday = Date.UTC(1970, 3, 13) / 1_000
        yield* writePosts(
          { code: "m1", post_timestamp: monday, like_count: 1 },
          { code: "m2", post_timestamp: monday + 3_599, like_count: 4 },
          { code: "s1", post_timestamp: monday - 1, like_count: 10 },
          { code: "w1", post_timestamp: start, like_count: 3 }
        )
        const filled = (query: PowerHoursQuery) =>
          Effect.map(powerHours({ language: "en", ...query }), ({ cells }) =>
            cells
              .filter(({ post_count }) => post_count > 0)
              .map(({ weekday, hour, post_count, median_likes }) => [weekday, hour, post_count, median_likes])
          )
        assert.deepStrictEqual(yield* filled({}), [
          [1, 0, 2, 2.5],
          [3, 5, 1, 3],
          [7, 23, 1, 10]
        ])
        assert.deepStrictEqual(yield* filled({ utc_offset: -1 }), [
          [1, 0, 1, 4],
          [3, 4, 1, 3],
          [7, 23, 2, 5.5]
        ])
        assert.deepStrictEqual(yield* filled({ utc_offset: 480, days: 3 }), [
          [1, 8, 2, 2.5],
          [3, 13, 1, 3]
        ])
        assert.deepStrictEqual(yield* filled({ days: 1 }), [[3, 5, 1, 3]])
        const { post_count, median_likes, cells } = yield* powerHours({ language: "en" })
        assert.deepStrictEqual([post_count, median_likes, cells[0]?.lift], [4, 3.5, 2.5 / 3.5])
        yield* onlyPosts([], start)
        yield* writePosts({ code: "zero", post_timestamp: start })
        const zero = (yield* powerHours({ language: "en" })).cells.find(({ post_count }) => post_count > 0)
        assert.deepStrictEqual(zero, { weekday: 3, hour: 5, post_count: 1, median_likes: 0, lift: null })
      })
    )
  })

  layer(ServedApi.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: "60 seconds" })(
    (it) => {
      it.effect(
        "10 per call, also without posts, from the smallest to the largest call; an estimate above the balance is a 402",
        () =>
          Effect.gen(function* () {
            const { key } = yield* customer({ plan: "lite", credits: 49 })
            for (const query of ["", "days=1&utc_offset=-720", "days=90&utc_offset=840", "language=ZH-hant&days=30"]) {
              const path = `/stats/power-hours?${query}`
              assert.deepStrictEqual(yield* estimated(path, key), { cost: 10, largest: null }, query)
              assert.strictEqual((yield* charged(path, key)).cost, 10, query)
            }
            const refused = yield* call("/stats/power-hours", { key })
            assert.strictEqual(refused.status, 402)
            assert.strictEqual(refused.json["estimated_cost"], 10)
            assert.isNull(refused.json["max_affordable_limit"])
            assert.strictEqual((yield* call("/balance/history?api_type=power_hours", { key })).json["total"], 4)
          })
      )

      it.effect("one over a limit, and what is unknown, is a 400 that names the field", () =>
        Effect.gen(function* () {
          const { key } = yield* customer({ plan: "lite", credits: 5_000 })
          const cases = [
            ["days=0", "days"],
            ["days=91", "days"],
            ["utc_offset=-721", "utc_offset"],
            ["utc_offset=841", "utc_offset"],
            ["utc_offset=1.5", "utc_offset"],
            ["language=fr", "language"],
            ["region=TW", "region"]
          ] as const
          for (const [query, field] of cases) yield* assertRefused(`/stats/power-hours?${query}`, field, key)
          assert.strictEqual((yield* call("/stats/power-hours", yield* customer({ credits: 500 }))).status, 403)
        })
      )
    }
  )
})
