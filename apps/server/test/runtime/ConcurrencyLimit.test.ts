/** What runs at once stays within both limits, whatever becomes of it; no slot is lost, and no key waits for another. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { runs } from "../../../../test/support/Runs.ts"
import { type ConcurrencyLimits, type LimitedBy, makeConcurrencyLimit } from "../../src/runtime/ConcurrencyLimit.ts"

const started = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.forkChild(effect, { startImmediately: true })

const limitOf = (limits: ConcurrencyLimits) => makeConcurrencyLimit(limits, (by) => by)

/** Work that says when it started and runs until it is let go. */
const openWork = Effect.fnUntraced(function* (limit: ReturnType<typeof limitOf>, key: string) {
  const entered = yield* Deferred.make<void>()
  const end = yield* Deferred.make<void>()
  const fiber = yield* started(
    limit.run(key, Effect.andThen(Deferred.succeed(entered, undefined), Deferred.await(end)))
  )
  const leave = Effect.andThen(Deferred.succeed(end, undefined), Fiber.await(fiber))
  return { fiber, leave, isRunning: Deferred.isDone(entered) }
})

const work = fc.record({
  key: fc.constantFrom("a", "b", "c"),
  startsAt: fc.nat(12_000),
  lasts: fc.nat(9_000),
  ends: fc.constantFrom("success", "failure", "defect"),
  interruptedAfter: fc.option(fc.nat(9_000)),
  byScope: fc.boolean()
})

const limits = fc.record({
  inAll: fc.constantFrom(1, 2, 3, 5, Infinity),
  perKey: fc.integer({ min: 1, max: 4 }),
  waitingInAll: fc.constantFrom(0, 1, 4, Infinity),
  waitingPerKey: fc.integer({ min: 0, max: 5 }),
  maxWait: fc.constantFrom(0, 500, 5_000)
})

it.effect("both limits hold, each gets its turn or a refusal with its reason, and nothing stays behind", () =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(limits, fc.array(work, { maxLength: 60 }), (given, planned) =>
        Effect.gen(function* () {
          const limit = limitOf(given)
          const keys = ["a", "b", "c"] as const
          const running = { a: 0, b: 0, c: 0 }
          const arrived: Array<number> = []
          const began: Array<number> = []
          const refusals: Array<LimitedBy> = []
          const total = () => running.a + running.b + running.c
          const fibers = yield* Effect.forEach(
            planned.toSorted((a, b) => a.startsAt - b.startsAt),
            ({ key, startsAt, lasts, ends, interruptedAfter, byScope }, index) => {
              const inTurn = Effect.gen(function* () {
                running[key] += 1
                assert.isAtMost(running[key], given.perKey)
                assert.isAtMost(total(), given.inAll)
                began.push(index)
                yield* Effect.sleep(lasts)
                if (ends === "failure") return yield* Effect.fail("failed" as const)
                if (ends === "defect") return yield* Effect.die("defect")
              }).pipe(Effect.ensuring(Effect.sync(() => (running[key] -= 1))))
              const limited = byScope ? Effect.scoped(Effect.andThen(limit.enter(key), inTurn)) : limit.run(key, inTurn)
              const whole = Effect.andThen(
                Effect.sync(() => arrived.push(index)),
                Effect.tapError(limited, (error) => {
                  if (error === "failed") return Effect.void
                  refusals.push(error)
                  // Whoever is refused at once gets the right reason.
                  if (given.waitingPerKey > 0) return Effect.void
                  assert.strictEqual(error, running[key] >= given.perKey ? "key" : "all")
                  return Effect.void
                })
              )
              return started(
                Effect.andThen(
                  Effect.sleep(startsAt),
                  interruptedAfter === null ? whole : Effect.timeoutOption(whole, interruptedAfter)
                )
              )
            }
          )
          yield* TestClock.adjust("2 minutes")
          for (const fiber of fibers) yield* Fiber.await(fiber)
          assert.deepStrictEqual(running, { a: 0, b: 0, c: 0 })
          assert.strictEqual(yield* limit.size, 0)
          if (given.inAll === Infinity) assert.notInclude(refusals, "all")
          for (const key of keys) {
            const of = (indexes: ReadonlyArray<number>) =>
              indexes.filter((index) => planned.toSorted((a, b) => a.startsAt - b.startsAt)[index]?.key === key)
            assert.deepStrictEqual(
              of(began),
              of(arrived).filter((index) => began.includes(index)),
              "first come, first served"
            )
          }
        }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)
      ),
      { numRuns: runs(150) }
    )
  )
)

it.effect("a freed slot goes to the key that has least, then to whoever waited longest", () =>
  Effect.gen(function* () {
    const limit = limitOf({ inAll: 3, perKey: 2, waitingPerKey: 10, maxWait: "1 minute" })
    const first = yield* openWork(limit, "a")
    const greedy = yield* Effect.forEach(["a", "a", "a", "a"], (key) => openWork(limit, key))
    const other = yield* openWork(limit, "b")
    const late = yield* openWork(limit, "b")
    const third = yield* openWork(limit, "c")
    const states = Effect.all([first, ...greedy, other, late, third].map(({ isRunning }) => isRunning))
    assert.deepStrictEqual(yield* states, [true, true, false, false, false, true, false, false])
    yield* first.leave
    assert.deepStrictEqual(yield* states, [true, true, false, false, false, true, false, true], "c had none")
    yield* third.leave
    assert.deepStrictEqual(yield* states, [true, true, true, false, false, true, false, true], "a waited longer than b")
  })
)

it.effect("waiting is bounded for a key and in all; a wait ends after its time, and its place is free again", () =>
  Effect.gen(function* () {
    const limit = limitOf({ inAll: 1, perKey: 1, waitingPerKey: 2, waitingInAll: 3, maxWait: "5 seconds" })
    const running = yield* openWork(limit, "a")
    const impatient = yield* openWork(limit, "b")
    const waiting = yield* Effect.forEach(["b", "c"], (key) => openWork(limit, key))
    const refused = (key: string) => Effect.flip(limit.run(key, Effect.void))
    assert.deepStrictEqual([yield* refused("b"), yield* refused("c")], ["key", "all"])
    yield* Fiber.interrupt(impatient.fiber)
    const again = yield* openWork(limit, "a")
    yield* TestClock.adjust("5 seconds")
    const ends = yield* Effect.forEach([...waiting, again], ({ fiber }) => Effect.flip(Fiber.join(fiber)))
    assert.deepStrictEqual(ends, ["all", "all", "key"])
    yield* running.leave
    assert.strictEqual(yield* limit.size, 0)
  })
)
