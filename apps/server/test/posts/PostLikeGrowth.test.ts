/** `/leaderboard/post-like-growth`: the same as a naive look at all that was ever told, and what it costs. */
import { assert, layer } from "@effect/vitest"
import { languageMatches } from "@heddle/text"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onEveryDatabase } from "../../../../test/support/Databases.ts"
import { runs } from "../../../../test/support/Runs.ts"
import { metricStep } from "../../src/posts/MetricSteps.ts"
import { PostLikeGrowth } from "../../src/posts/PostLikeGrowth.ts"
import { Ingestion } from "../../src/sources/Ingestion.ts"
import { ordered } from "../support/Network.ts"
import { origin, writePosts } from "../support/Posts.ts"
import { blamed, paid, refusedBelow, rowsOf } from "../support/PricedCalls.ts"
import { forEvery } from "../support/Property.ts"
import { captions, filters } from "../support/RandomPosts.ts"
import { ServedApi } from "../support/ServedApi.ts"
import { forgetPosts } from "../support/StoredState.ts"
import { TestServices } from "../support/TestServices.ts"

const hour = 3_600
const day = 24 * hour
/** Seconds. */
const end = 200 * day + 17

type Language = keyof typeof captions

/** A line about a post; times in seconds. */
interface Told {
  readonly code: string
  readonly language: Language
  readonly posted: number
  readonly observed: number
  readonly likes: number
}

/** Often at an edge of a window or of a step, or near the end of retention. */
const age = fc.oneof(
  fc.constantFrom(
    0,
    60,
    hour,
    hour + 1,
    day,
    day - 1,
    day + 1,
    day + 240,
    7 * day,
    7 * day + 1,
    92 * day,
    92 * day + 1
  ),
  fc.nat(3 * day),
  fc.nat(95 * day)
)

const observation = fc.record({
  // As a part of the age, or seconds before the end.
  at: fc.oneof(
    fc.record({ part: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({ before: fc.constantFrom(0, 1, hour, hour - 1, hour + 1, day, day - 1, day + 1, 2 * day, 7 * day) }),
    fc.record({ after: fc.constantFrom(0, 60, 299, 300, 400, hour) })
  ),
  likes: fc.oneof(fc.nat(6), fc.nat(1_000))
})

const post = fc.record({
  language: fc.constantFrom(...(Object.keys(captions) as Array<Language>)),
  age,
  observations: fc.array(observation, { minLength: 1, maxLength: 6 })
})

const told = fc.array(post, { maxLength: 14 }).chain((posts) =>
  fc.shuffledSubarray(
    posts.flatMap(({ language, age, observations }, index) =>
      observations.map(({ at, likes }): Told => {
        const posted = end - age
        const seen = "part" in at ? posted + age * at.part : "before" in at ? end - at.before : posted + at.after
        const observed = Math.min(end, Math.max(posted, Math.floor(seen)))
        return { code: `p${index}`, language, posted, observed, likes }
      })
    )
  )
)

const query = fc.record(
  {
    language: fc.constantFrom(...filters),
    hours: fc.oneof(fc.constantFrom(1, 24, 168), fc.integer({ min: 1, max: 168 })),
    size: fc.constantFrom(1, 2, 3, 100)
  },
  { requiredKeys: [] }
)

const scenario = fc.record({
  told,
  query: fc.oneof(
    { weight: 1, arbitrary: query },
    { weight: 2, arbitrary: fc.record({ language: fc.constant("en" as const), hours: fc.constantFrom(1, 24, 168) }) }
  ),
  middle: fc.constantFrom(1, hour, day, 3 * day),
  deleted: fc.nat(20)
})

/** What is known of a post by everything that was told of it, in order, with the snapshots that the rule keeps. */
const lifeOf = (lines: ReadonlyArray<Told>) => {
  const accepted: Array<Told> = []
  for (const line of lines) if (line.observed >= (accepted.at(-1)?.observed ?? 0)) accepted.push(line)
  const stepOf = ({ observed, posted }: Told) => metricStep((observed - posted) * 1_000)
  const snapshots = accepted.filter(
    (line, index) => stepOf(line) > Math.max(0, ...accepted.slice(0, index).map(stepOf))
  )
  return { now: accepted.at(-1), snapshots }
}

const naive = (
  lines: ReadonlyArray<Told>,
  at: number,
  { language = "zh", hours = 24, size = 30 }: { language?: (typeof filters)[number]; hours?: number; size?: number }
) => {
  const start = at - hours * hour
  const rows = [...new Set(lines.map(({ code }) => code))].flatMap((code) => {
    const { now, snapshots } = lifeOf(lines.filter((line) => line.code === code))
    if (now === undefined || !languageMatches(language, now.language) || now.posted < at - 92 * day) return []
    const before = snapshots.findLast(({ observed }) => observed <= start) ?? snapshots[0]
    const seen = now.observed > start && before !== undefined
    const value = now.posted >= start ? now.likes : seen ? now.likes - before.likes : 0
    return value > 0 ? [{ code, value, posted: now.posted }] : []
  })
  return ordered(
    ordered(rows, ({ code }) => code).toReversed(),
    ({ value }) => -value,
    ({ posted }) => -posted
  )
    .slice(0, size)
    .map(({ code, value }, index) => [index + 1, value, code])
}

const lineOf = ({ code, language, posted, observed, likes }: Told) => ({
  type: "post" as const,
  code,
  username: "ann",
  caption: captions[language],
  post_timestamp: posted,
  observed_at: observed,
  like_count: likes
})

onEveryDatabase("Post like growth", (_name, database) => {
  layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })((it) => {
    it.effect(
      "is that of a naive look at all that was ever told, whenever it is asked for",
      () =>
        Effect.gen(function* () {
          const board = yield* PostLikeGrowth
          const ingestion = yield* Ingestion
          yield* forEvery(scenario, runs(40), ({ told, query, middle, deleted }) =>
            Effect.gen(function* () {
              yield* TestClock.setTime((end - middle) * 1_000)
              yield* forgetPosts
              const early = told.filter(({ observed }) => observed <= end - middle)
              yield* ingestion.write(early.map(lineOf), origin)
              const answer = Effect.map(board.top(query), ({ data }) =>
                data.map(({ rank, value, code }) => [rank, value, code])
              )
              assert.deepStrictEqual(yield* answer, naive(early, end - middle, query))
              yield* TestClock.setTime(end * 1_000)
              assert.deepStrictEqual(yield* answer, naive(early, end, query))
              const late = told.filter(({ observed }) => observed > end - middle)
              const gone = `p${deleted}`
              yield* ingestion.write([...late.map(lineOf), { type: "delete", code: gone }], origin)
              const left = [...early, ...late].filter(({ code }) => code !== gone)
              assert.deepStrictEqual(yield* answer, naive(left, end, query))
            })
          )
        }),
      120_000
    )

    it.effect(
      "what is found later gained what was seen; what nobody looked at in the window gained nothing in it",
      () =>
        Effect.gen(function* () {
          yield* TestClock.setTime(end * 1_000)
          yield* forgetPosts
          const seen = (
            code: string,
            posted: number,
            ...observations: ReadonlyArray<readonly [before: number, likes: number]>
          ) =>
            Effect.forEach(observations, ([before, likes]) =>
              writePosts({ code, post_timestamp: end - posted, observed_at: end - before, like_count: likes })
            )
          yield* seen("young", day, [day, 0], [5, 40])
          yield* seen("old", 10 * day, [3 * day, 100], [5, 130])
          yield* seen("oldToo", 11 * day, [3 * day, 0], [5, 30])
          yield* seen("late", 10 * day, [hour * 5, 5_000], [5, 5_020])
          yield* seen("once", 10 * day, [hour, 9_000])
          yield* seen("stale", 10 * day, [3 * day, 100], [2.9 * day, 900])
          yield* seen("fallen", 10 * day, [3 * day, 100], [5, 90])
          yield* seen("none", hour, [5, 0])
          const { data } = yield* (yield* PostLikeGrowth).top({ language: "en" })
          assert.deepStrictEqual(
            data.map(({ rank, value, code }) => `${rank} ${code} ${value}`),
            ["1 young 40", "2 old 30", "3 oldToo 30", "4 late 20"]
          )
        })
    )
  })

  layer(ServedApi.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: "60 seconds" })(
    (it) => {
      const path = "/leaderboard/post-like-growth"

      it.effect("30 for up to 30 rows, plus 1 per extra row, by rows returned; at least 30", () =>
        Effect.gen(function* () {
          const none = yield* paid(`${path}?language=ko`)
          assert.deepStrictEqual([none.status, rowsOf(none).length, none.cost], [200, 0, 30])
          assert.strictEqual(none.entry?.["api_type"], "post_like_growth")
          const time = Math.floor(Date.now() / 1_000) - 60
          yield* writePosts(
            ...Array.from({ length: 105 }, (_, index) => ({
              code: `g${index}`,
              post_timestamp: time - index,
              like_count: index
            }))
          )
          for (const [query, rows, cost] of [
            ["language=en", 30, 30],
            ["language=EN&size=1", 1, 30],
            ["language=en&size=31&hours=168", 31, 31],
            ["language=en&size=100&hours=1", 100, 100],
            ["", 0, 30]
          ] as const) {
            const answer = yield* paid(`${path}?${query}`)
            assert.deepStrictEqual([answer.status, rowsOf(answer).length, answer.cost], [200, rows, cost], query)
          }
          yield* refusedBelow(`${path}?language=en`, 30, 0)
          yield* refusedBelow(`${path}?language=en&size=100`, 100, 99)
        })
      )

      it.effect("size 1 to 100, hours 1 to 168, one language; one over or under is a 400", () =>
        Effect.gen(function* () {
          for (const query of ["size=0", "size=101", "hours=0", "hours=169", "language=all", "region=TW", "limit=5"]) {
            assert.deepStrictEqual(yield* blamed(`${path}?${query}`), [query.split("=")[0]])
          }
        })
      )
    }
  )
})
