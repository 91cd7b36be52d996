import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeDeadlines } from "../../src/runtime/Deadlines.ts"

describe("deadlines", () => {
  it.effect("each pass once, in time, unless they are forgotten", () =>
    Effect.gen(function* () {
      const deadlines = yield* makeDeadlines(1_000)
      const passed: Array<string> = []
      const start = (name: string) => {
        const deadline = deadlines.start()
        deadline.onPassed = () => passed.push(name)
        return deadline
      }
      start("first")
      const forgotten = start("forgotten")
      yield* TestClock.adjust(400)
      start("second")
      forgotten.forget()
      yield* TestClock.adjust(599)
      assert.deepStrictEqual(passed, [])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(passed, ["first"])
      yield* TestClock.adjust(400)
      assert.deepStrictEqual(passed, ["first", "second"])
      yield* TestClock.adjust(5_000)
      start("after a rest")
      yield* TestClock.adjust(1_000)
      assert.deepStrictEqual(passed, ["first", "second", "after a rest"])
    })
  )
})
