/** `/stats/power-hours`: every hour of the week against a naive look at every post; its limits and price. */
import { assert } from "@effect/vitest"
import type { PowerHoursQuery } from "@heddle/api"
import { languageMatches } from "@heddle/text"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { PowerHours } from "../../../src/queries/statistics/PowerHours.ts"
import { forEvery } from "../../support/Property.ts"
import { filters, onlyPosts, randomPosts, type StoredPost } from "../../support/RandomPosts.ts"
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

onAnyDatabaseWith("Power hours", { services: TestServices }, (it) => {
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
})
