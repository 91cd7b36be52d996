/** Sources are asked politely, and whatever they do the caller has an answer in time. */
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import { makeSourceGuard } from "../../src/live/GuardedSources.ts"
import { type SourceFailure, SourceRateLimited, SourceUnavailable } from "../../src/live/LiveSource.ts"

const seconds = 1_000

/** Asks with 5 s to answer and lets the time pass; the reason of a failure, or what was read. */
const outcome = Effect.fnUntraced(function* (
  guard: Effect.Success<ReturnType<typeof makeSourceGuard>>,
  read: () => Effect.Effect<string, SourceFailure>
) {
  const now = yield* Clock.currentTimeMillis
  const fiber = yield* Effect.forkChild(guard.ask(read, now + 5 * seconds), { startImmediately: true })
  yield* TestClock.adjust("5 seconds")
  const answer = yield* Fiber.join(fiber)
  return Result.isSuccess(answer) ? answer.success : answer.failure.reason
})

const down = () => Effect.fail(new SourceUnavailable({ cause: "refused" }))
const fine = () => Effect.succeed("fine")

it.effect("a source that does not answer is given up at the time set, and interrupted", () =>
  Effect.gen(function* () {
    const guard = yield* makeSourceGuard("slow")
    let interrupted = 0
    const slow = () => Effect.onInterrupt(Effect.never, () => Effect.sync(() => interrupted++))
    const fiber = yield* Effect.forkChild(guard.ask(slow, 5 * seconds), { startImmediately: true })
    yield* TestClock.adjust(4_999)
    assert.isUndefined(fiber.pollUnsafe())
    yield* TestClock.adjust(1)
    const answer = yield* Fiber.join(fiber)
    assert.strictEqual(Result.isFailure(answer) ? answer.failure.reason : "", "timed_out")
    assert.strictEqual(interrupted, 1)
    // No time left: not even asked.
    assert.isTrue(Result.isFailure(yield* guard.ask(() => Effect.die("asked"), 5 * seconds)))
  })
)

it.effect("a failure is tried once again, a broken source is unavailable", () =>
  Effect.gen(function* () {
    const guard = yield* makeSourceGuard("shaky")
    let calls = 0
    const once = () => Effect.suspend(() => (++calls === 1 ? down() : fine()))
    assert.strictEqual(yield* outcome(guard, once), "fine")
    assert.strictEqual(calls, 2)
    assert.strictEqual(yield* outcome(guard, down), "unavailable")
    assert.strictEqual(yield* outcome(guard, () => Effect.die("bug")), "unavailable")
    const thrown = (): Effect.Effect<string> => {
      throw new Error("bug before the effect")
    }
    assert.strictEqual(yield* outcome(guard, thrown), "unavailable")
  })
)

it.effect("after three failures in a row it is left alone for 10 s, and then asked again", () =>
  Effect.gen(function* () {
    const guard = yield* makeSourceGuard("down")
    let calls = 0
    const counted = (then: () => Effect.Effect<string, SourceFailure>) => () =>
      Effect.suspend(() => {
        calls++
        return then()
      })
    for (const _ of [1, 2]) assert.strictEqual(yield* outcome(guard, counted(down)), "unavailable")
    // A success in between begins the count anew.
    assert.strictEqual(yield* outcome(guard, counted(fine)), "fine")
    for (const _ of [1, 2, 3]) assert.strictEqual(yield* outcome(guard, counted(down)), "unavailable")
    assert.strictEqual(calls, 2 * 2 + 1 + 3 * 2)
    // The last failure was after 100 ms of the last 5 s.
    assert.strictEqual(yield* outcome(guard, counted(fine)), "unavailable")
    assert.strictEqual(calls, 11)
    yield* TestClock.adjust(101)
    assert.strictEqual(yield* outcome(guard, counted(fine)), "fine")
  })
)

it.effect("a rate-limited source is left alone: at least 1 s, at most 5 minutes, 30 s when it does not say", () =>
  Effect.gen(function* () {
    for (const [asked, given] of [
      [60 * seconds, 60 * seconds],
      [0, 1 * seconds],
      [86_400 * seconds, 300 * seconds],
      [null, 30 * seconds]
    ] as const) {
      const guard = yield* makeSourceGuard("busy")
      let calls = 0
      const limited = () =>
        Effect.suspend(() => {
          calls++
          return Effect.fail(new SourceRateLimited({ retryAfterMillis: asked }))
        })
      const start = yield* Clock.currentTimeMillis
      const ask = (read: () => Effect.Effect<string, SourceFailure>) => guard.ask(read, Number.MAX_SAFE_INTEGER)
      const first = yield* ask(limited)
      assert.strictEqual(Result.isFailure(first) ? first.failure.reason : "", "rate_limited")
      yield* TestClock.setTime(start + given - 1)
      const early = yield* ask(limited)
      assert.strictEqual(Result.isFailure(early) ? early.failure.reason : "", "rate_limited")
      assert.strictEqual(calls, 1)
      yield* TestClock.setTime(start + given)
      assert.isTrue(Result.isSuccess(yield* ask(fine)))
    }
  })
)

it.effect("at most 64 concurrent reads; one more fails at once without reaching the source", () =>
  Effect.gen(function* () {
    const guard = yield* makeSourceGuard("wanted")
    const hang = () => guard.ask(() => Effect.never, 5 * seconds)
    const fibers = yield* Effect.forEach(Array.from({ length: 64 }), () =>
      Effect.forkChild(hang(), { startImmediately: true })
    )
    const extra = yield* guard.ask(() => Effect.die("asked"), 5 * seconds)
    assert.strictEqual(Result.isFailure(extra) ? extra.failure.reason : "", "unavailable")
    yield* TestClock.adjust("5 seconds")
    for (const fiber of fibers) assert.isTrue(Result.isFailure(yield* Fiber.join(fiber)))
  })
)
