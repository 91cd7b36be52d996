/** How many calls of an account run at once, by their kind. `ConcurrencyLimit.test.ts` has the properties. */
import { AccountId } from "@heddle/api"
import { assert, it } from "@effect/vitest"
import { ConfigProvider, Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { maxWaiting, maxWaitSeconds, RunningCalls } from "../../../src/operations/metering/RunningCalls.ts"
import { Settings } from "../../../src/runtime/Settings.ts"

const one = AccountId.make("one")
const other = AccountId.make("other")

const limitedTo = (limit: number) =>
  RunningCalls.layer.pipe(
    Layer.provide(Settings.layer),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ HEDDLE_RUNNING_CALLS: String(limit) }))),
    Layer.fresh
  )

const started = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.forkChild(effect, { startImmediately: true })

/** A call that says when it started and runs until it is let go. */
const openCall = Effect.fnUntraced(function* (kind: "priced" | "free", accountId: AccountId) {
  const calls = yield* RunningCalls
  const entered = yield* Deferred.make<void>()
  const end = yield* Deferred.make<void>()
  const work = Effect.andThen(Deferred.succeed(entered, undefined), Deferred.await(end))
  const fiber = yield* started(calls.run(kind, accountId, work))
  return { fiber, isRunning: Deferred.isDone(entered), end: Deferred.succeed(end, undefined) }
})

it.effect("a call beyond the limit waits for a slot; other accounts and the other kind have their own", () =>
  Effect.gen(function* () {
    const first = yield* openCall("priced", one)
    const second = yield* openCall("priced", one)
    const third = yield* openCall("priced", one)
    const free = yield* openCall("free", one)
    const neighbour = yield* openCall("priced", other)
    assert.deepStrictEqual(
      yield* Effect.all([first, second, third, free, neighbour].map(({ isRunning }) => isRunning)),
      [true, true, false, true, true]
    )
    yield* first.end
    yield* Fiber.join(first.fiber)
    assert.isTrue(yield* third.isRunning)
  }).pipe(Effect.provide(limitedTo(2)))
)

it.effect("a wait ends after its time, and no more than so many wait", () =>
  Effect.gen(function* () {
    const calls = yield* RunningCalls
    const running = yield* openCall("priced", one)
    const waiting = yield* Effect.forEach(Array.from({ length: maxWaiting }), () => openCall("priced", one))
    const refused = yield* Effect.flip(calls.run("priced", one, Effect.void))
    assert.strictEqual(refused.code, "too_many_running_calls")
    assert.strictEqual(refused.status, 429)
    yield* TestClock.adjust(`${maxWaitSeconds} seconds`)
    for (const { fiber, isRunning } of waiting) {
      assert.isTrue(Exit.isFailure(yield* Fiber.await(fiber)))
      assert.isFalse(yield* isRunning)
    }
    yield* running.end
    yield* Fiber.join(running.fiber)
    yield* calls.run("priced", one, Effect.void)
    assert.strictEqual(yield* calls.size, 0)
  }).pipe(Effect.provide(limitedTo(1)))
)

it.effect("0 is no limit", () =>
  Effect.gen(function* () {
    const calls = yield* Effect.forEach(Array.from({ length: 100 }), () => openCall("priced", one))
    for (const { isRunning } of calls) assert.isTrue(yield* isRunning)
  }).pipe(Effect.provide(limitedTo(0)))
)
