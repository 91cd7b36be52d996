import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Schema, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Change, type PostChange } from "../../../src/store/Change.ts"
import {
  makeSimulation,
  simulationDefaults,
  type SimulationOptions
} from "../../../src/sources/simulation/Simulation.ts"

const start = Date.UTC(2026, 8, 14, 10, 20, 30)
const small: SimulationOptions = { seed: 7, postsPerMinute: 20, historyHours: 24, authors: 20, historyPosts: 200 }

/** Everything that is told from `from` until so many seconds later, on a clock of its own. */
const watch = (options: SimulationOptions, from: number, seconds: number) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(from)
    const until = from / 1000 + seconds
    const fiber = yield* makeSimulation(options).changes.pipe(
      Stream.takeUntil((change) => change.type !== "delete" && (change.observed_at ?? 0) >= until),
      Stream.runCollect,
      Effect.forkChild({ startImmediately: true })
    )
    // Authors are told about every minute, so that something always passes the end.
    yield* TestClock.adjust(`${seconds + 61} seconds`)
    return yield* Fiber.join(fiber)
  }).pipe(Effect.provide(TestClock.layer()))

const postsOf = (changes: ReadonlyArray<Change>) =>
  changes.flatMap((change) => (change.type === "post" ? [change] : []))

const lastingOf = ({ code, url, caption, username, post_timestamp, reply_to, media_url, language }: PostChange) => ({
  code,
  url,
  caption,
  username,
  post_timestamp,
  reply_to,
  media_url,
  language
})

describe("the stream of the simulation", () => {
  it.effect("is the same for the same seed and clock", () =>
    Effect.gen(function* () {
      const first = yield* watch(small, start, 90)
      assert.deepStrictEqual(yield* watch(small, start, 90), first)
      assert.notDeepEqual(yield* watch({ ...small, seed: 8 }, start, 90), first)
    })
  )

  it.effect("emits authors, then the history, then live changes", () =>
    Effect.gen(function* () {
      const changes = yield* watch(small, start, 90)
      assert.deepStrictEqual(
        changes.slice(0, 40).map(({ type }) => type),
        Array(40).fill("user")
      )
      for (const posts of Map.groupBy(postsOf(changes), ({ code }) => code).values()) {
        const observed = posts.map((post) => post.observed_at ?? 0)
        assert.deepStrictEqual(
          observed,
          observed.toSorted((a, b) => a - b)
        )
      }
      const names = new Set(changes.flatMap((change) => (change.type === "user" ? [change.username] : [])))
      assert.strictEqual(names.size, 20)
      assert.deepStrictEqual(
        postsOf(changes).filter((post) => !names.has(post.username)),
        []
      )
    })
  )

  it.effect("holds only changes that survive the ingest format", () =>
    Effect.gen(function* () {
      const codec = Schema.fromJsonString(Change)
      for (const change of yield* watch(small, start, 90)) {
        const line = yield* Schema.encodeEffect(codec)(change)
        assert.deepStrictEqual(yield* Schema.decodeEffect(codec)(line), change)
      }
    })
  )

  it.effect("repeats codes, texts and times after a restart, and never lowers a count", () =>
    Effect.gen(function* () {
      const before = yield* watch(small, start, 300)
      const after = yield* watch(small, start + 240_000, 60)
      const known = new Map(postsOf(before).map((post) => [post.code, post]))
      const shared = postsOf(after).flatMap((post) => {
        const old = known.get(post.code)
        return old === undefined || (post.observed_at ?? 0) < (old.observed_at ?? 0) ? [] : [{ post, old }]
      })
      assert.isAbove(shared.length, 100)
      for (const { post, old } of shared) {
        assert.deepStrictEqual(lastingOf(post), lastingOf(old))
        assert.isAtLeast(post.like_count ?? 0, old.like_count ?? 0)
      }
      // Nothing of the past that the first run had not seen turns up in the second.
      const late = postsOf(after).filter((post) => !known.has(post.code) && post.post_timestamp * 1000 <= start)
      assert.deepStrictEqual(late, [])
    })
  )

  it.effect("shows liked posts and trends within half a minute, with the defaults", () =>
    Effect.gen(function* () {
      const posts = postsOf(yield* watch(simulationDefaults, start, 30))
      const latest = new Map(posts.map((post) => [post.code, post]))
      const old = posts.filter((post) => post.observed_at === start / 1000)
      assert.isAbove(old.length, 2_000)
      assert.isBelow(old.length, 4_000)
      const liked = [...latest.values()].filter(({ like_count = 0 }) => like_count >= 10)
      assert.isAbove(liked.length, 500)
      assert.isAbove(liked.filter(({ like_count = 0 }) => like_count >= 500).length, 20)
      // News for the rules: these reached the threshold while somebody watched.
      const early = new Set(old.filter(({ like_count = 0 }) => like_count >= 10).map(({ code }) => code))
      assert.isAbove(liked.filter(({ code }) => !early.has(code)).length, 2)
    })
  )

  it.effect("emits the history again after a long pause, thinned as of that time", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      let sleeps = 1
      const pause = start + 2 * 3_600_000
      // A reader that stands still for two hours, as all of a laptop does while it sleeps.
      const fiber = yield* makeSimulation(small).changes.pipe(
        Stream.dropWhile((change) => change.type === "delete" || (change.observed_at ?? 0) * 1000 <= start),
        Stream.tap((change) => (change.type === "post" && sleeps-- > 0 ? Effect.sleep("2 hours") : Effect.void)),
        Stream.takeUntil((change) => change.type === "post" && (change.observed_at ?? 0) * 1000 > pause),
        Stream.runCollect,
        Effect.forkChild({ startImmediately: true })
      )
      yield* TestClock.adjust("3 hours")
      const told = (yield* Fiber.join(fiber)).filter((change) => change.type === "user")
      assert.isAtLeast(told.filter((change) => (change.observed_at ?? 0) * 1000 >= pause).length, 20)
    })
  )
})
