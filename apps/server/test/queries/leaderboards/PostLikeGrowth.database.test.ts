/** `/leaderboard/post-like-growth`: the same as a naive look at all that was ever told, and what it costs. */
import { assert } from "@effect/vitest"
import { languageMatches } from "@heddle/text"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { metricStep } from "../../../src/store/posts/Counts.ts"
import { PostLikeGrowth } from "../../../src/queries/leaderboards/PostLikeGrowth.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { ordered } from "../../support/Network.ts"
import { origin, writePosts } from "../../support/Posts.ts"
import { forEvery } from "../../support/Property.ts"
import { captions, filters } from "../../support/RandomPosts.ts"
import { forgetPosts } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"
import { inOrder, lateness } from "../../support/ToldAccounts.ts"

const hour = 3_600
const day = 24 * hour
/** Seconds. */
const end = 200 * day + 17

const languages = ["zh-Hant", "zh-Hans", "yue", "zh", "ja", "ko", "en", "other"] as const

/** A line about a post; times in seconds. */
interface Told {
  readonly code: string
  readonly language: (typeof languages)[number]
  readonly posted: number
  readonly observed: number
  readonly likes: number
}

const hours = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(1, 24, 168) }, fc.integer({ min: 1, max: 168 }))
const mostlyEnglish = { weight: 3, arbitrary: fc.constant("en" as const) }

const query = fc.record({
  language: fc.oneof(mostlyEnglish, fc.constantFrom(...filters)),
  hours,
  size: fc.constantFrom(1, 2, 3, 100, 100)
})
type Query = typeof query extends fc.Arbitrary<infer A> ? A : never

/** Often at the edge of the window, of a step, or of retention. */
const ageAround = (window: number, long: boolean) =>
  fc.oneof(
    fc.constantFrom(0, 60, window, window + 1, window - 1, window + 240),
    fc.nat(3 * day),
    fc.double({ min: 0.9, max: 3, noNaN: true }).map((times) => Math.floor(times * window)),
    ...(long ? [fc.constantFrom(92 * day, 92 * day + 1), fc.nat(95 * day)] : [])
  )

/** Ages at which a post is seen, in parts of its age, or around the start of the window. */
const seenAround = (window: number) =>
  fc.oneof(
    fc.double({ min: 0, max: 1, noNaN: true }).map((part) => (age: number) => part * age),
    fc.constantFrom(0, 60, 299, 300, 400, hour).map((at) => () => at),
    fc.constantFrom(0, 1, -1, hour).map((off) => (age: number) => age - window + off),
    fc.constantFrom(0, 1, 60, hour).map((before) => (age: number) => age - before),
    fc.double({ min: -0.3, max: 0.1, noNaN: true }).map((part) => (age: number) => (age - window) * (1 + part))
  )

const post = (window: number, long: boolean) =>
  fc.record({
    language: fc.oneof(mostlyEnglish, fc.constantFrom(...languages)),
    age: ageAround(window, long),
    observations: fc.array(
      fc.record({ at: seenAround(window), late: lateness, likes: fc.oneof(fc.nat(6), fc.nat(1_000)) }),
      { minLength: 1, maxLength: 8 }
    )
  })

const told = (window: number, long: boolean): fc.Arbitrary<ReadonlyArray<Told>> =>
  fc.array(post(window, long), { maxLength: 30, size: "max" }).map((posts) =>
    inOrder(
      posts.flatMap(({ language, age, observations }, index) =>
        observations.map(({ at, late, likes }) => {
          const seen = Math.min(age, Math.max(0, Math.floor(at(age))))
          return { code: `p${index}`, language, posted: end - age, age: age - seen, late, likes }
        })
      )
    ).map(({ age, late: _late, ...line }) => ({ ...line, observed: end - age }))
  )

/** An answer looks at each day since the oldest post, which takes its time: not every history is as long as can be. */
const isLong = fc.constantFrom(true, false, false)

const scenario = fc.tuple(query, isLong).chain(([query, long]) =>
  fc.record({
    told: told(query.hours * hour, long),
    query: fc.constant(query),
    middle: fc.constantFrom(1, hour, day, 3 * day),
    deleted: fc.nat(40)
  })
)

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

const naive = (lines: ReadonlyArray<Told>, at: number, { language, hours, size }: Query) => {
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

onAnyDatabaseWith("Post like growth", { services: TestServices }, (it) => {
  it.effect(
    "is that of a naive look at all that was ever told, whenever it is asked for",
    () =>
      Effect.gen(function* () {
        const board = yield* PostLikeGrowth
        const ingestion = yield* Ingestion
        yield* forEvery(scenario, runs(20), ({ told, query, middle, deleted }) =>
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

  it.effect("what is found later gained what was seen; what nobody looked at in the window gained nothing in it", () =>
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
