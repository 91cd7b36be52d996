/** One answer for all who ask the same within a minute. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Ref } from "effect"
import { TestClock } from "effect/testing"
import { makeShared } from "../../../src/queries/leaderboards/SharedBoards.ts"

/** Counts how often each question is calculated; every calculation waits for `open`. */
const counted = Effect.gen(function* () {
  const open = yield* Deferred.make<void>()
  const asked = yield* Ref.make<ReadonlyArray<string>>([])
  const answer = yield* makeShared(({ language }: { readonly language: string }) =>
    Ref.update(asked, (all) => [...all, language]).pipe(Effect.andThen(Deferred.await(open)), Effect.as(language))
  )
  return { answer, asked: Ref.get(asked), open: Deferred.succeed(open, undefined) }
})

describe("Shared boards", () => {
  it.effect("are calculated once for all who ask the same at once, and again after a minute", () =>
    Effect.gen(function* () {
      const { answer, asked, open } = yield* counted
      const callers = yield* Effect.forEach(["en", "ja", "en", "en"], (language) =>
        Effect.forkChild(answer({ language }), { startImmediately: true })
      )
      yield* open
      assert.deepStrictEqual(yield* Effect.forEach(callers, Fiber.join), ["en", "ja", "en", "en"])
      yield* TestClock.adjust("59 seconds")
      yield* answer({ language: "en" })
      assert.deepStrictEqual(yield* asked, ["en", "ja"])
      yield* TestClock.adjust("1 second")
      yield* answer({ language: "en" })
      assert.deepStrictEqual(yield* asked, ["en", "ja", "en"])
    })
  )

  it.effect("outlive the caller who asked first, and end with the last one", () =>
    Effect.gen(function* () {
      const { answer, asked, open } = yield* counted
      const ask = Effect.forkChild(answer({ language: "en" }), { startImmediately: true })
      const [first, second] = [yield* ask, yield* ask]
      yield* Fiber.interrupt(first)
      const third = yield* ask
      assert.deepStrictEqual(yield* asked, ["en"])
      yield* Fiber.interrupt(second)
      yield* Fiber.interrupt(third)
      const fourth = yield* ask
      yield* open
      assert.strictEqual(yield* Fiber.join(fourth), "en")
      assert.deepStrictEqual(yield* asked, ["en", "en"])
    })
  )

  it.effect("are calculated again after a failure", () =>
    Effect.gen(function* () {
      const calls = yield* Ref.make(0)
      const answer = yield* makeShared((language: string) =>
        Effect.flatMap(
          Ref.updateAndGet(calls, (count) => count + 1),
          (count) => (count === 1 ? Effect.fail("no database") : Effect.succeed(language))
        )
      )
      assert.isTrue(Exit.isFailure(yield* Effect.exit(answer("en"))))
      assert.strictEqual(yield* answer("en"), "en")
    })
  )
})
