/** A tool call that takes too long is stopped, and what is said about its charge is true. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { withinTime } from "../../../src/transport/mcp/CallTool.ts"

const limit = Duration.seconds(55)

describe("withinTime", () => {
  it.effect("interrupts at the limit and not before", () =>
    Effect.gen(function* () {
      const stopped = yield* Deferred.make<void>()
      const work = Effect.onInterrupt(Effect.never, () => Deferred.succeed(stopped, undefined))
      const call = yield* Effect.forkChild(withinTime(work, limit, () => "late"))
      yield* TestClock.adjust("54 seconds")
      assert.isUndefined(call.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(call), "late")
      yield* Deferred.await(stopped)
    })
  )

  it.effect("waits for a charge that has begun before it says what happened", () =>
    Effect.gen(function* () {
      let isCharged = false
      const charge = Effect.uninterruptible(
        Effect.andThen(
          Effect.sleep("2 seconds"),
          Effect.sync(() => {
            isCharged = true
          })
        )
      )
      const work = Effect.as(Effect.andThen(Effect.sleep("54 seconds"), charge), "answer")
      const call = yield* Effect.forkChild(withinTime(work, limit, () => (isCharged ? "charged" : "late")))
      yield* TestClock.adjust("55 seconds")
      assert.isUndefined(call.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(call), "charged")
    })
  )
})
