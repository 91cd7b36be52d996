/** At most so many calls of an account run at once, whatever becomes of them; no slot is lost and no turn is skipped. */
import { AccountId } from "@heddle/api"
import { assert, it } from "@effect/vitest"
import { ConfigProvider, Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { runs } from "../../../../../test/support/Runs.ts"
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

const call = fc.record({
  startsAt: fc.nat(12_000),
  lasts: fc.nat(9_000),
  ends: fc.constantFrom("success", "failure", "defect"),
  interruptedAfter: fc.option(fc.nat(9_000))
})

it.effect("never more than the limit run, each gets its turn or a refusal, and nothing stays behind", () =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(call, { maxLength: 80 }), (limit, planned) =>
        Effect.gen(function* () {
          const calls = yield* RunningCalls
          let running = 0
          let most = 0
          const arrived: Array<number> = []
          const began: Array<number> = []
          const fibers = yield* Effect.forEach(
            planned.toSorted((a, b) => a.startsAt - b.startsAt),
            ({ startsAt, lasts, ends, interruptedAfter }, index) => {
              const work = Effect.gen(function* () {
                running += 1
                most = Math.max(most, running)
                began.push(index)
                yield* Effect.sleep(lasts)
                if (ends === "failure") return yield* Effect.fail("failed" as const)
                if (ends === "defect") return yield* Effect.die("defect")
              }).pipe(Effect.ensuring(Effect.sync(() => (running -= 1))))
              const arriving = Effect.sync(() => arrived.push(index))
              const whole = Effect.andThen(arriving, calls.run("priced", one, work))
              return started(
                Effect.andThen(
                  Effect.sleep(startsAt),
                  interruptedAfter === null ? whole : Effect.timeoutOption(whole, interruptedAfter)
                )
              )
            }
          )
          yield* TestClock.adjust("1 minute")
          const exits = yield* Effect.forEach(fibers, Fiber.await)
          assert.isAtMost(most, limit)
          assert.strictEqual(running, 0)
          assert.strictEqual(yield* calls.size, 0)
          assert.lengthOf(exits, planned.length)
          assert.deepStrictEqual(
            began,
            arrived.filter((index) => began.includes(index)),
            "first come, first served"
          )
        }).pipe(Effect.provide([limitedTo(limit), TestClock.layer()]), Effect.runPromise)
      ),
      { numRuns: runs(100) }
    )
  )
)

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
