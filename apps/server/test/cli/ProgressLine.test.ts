/** What long commands show, and that they show nothing where nobody looks. */
import { assert, it } from "@effect/vitest"
import { Effect, Sink, Stdio } from "effect"
import { TestClock } from "effect/testing"
import { progressLine, timeText, withProgress } from "../../src/cli/Progress.ts"

const rate = (perSecond: number) => `${perSecond} a second`

it("a line tells how much is done, at which rate, and how long it takes still", () => {
  const step = { done: 25, total: 100, detail: rate }
  assert.strictEqual(progressLine("job", step, 10_000), "job  ██████░░░░░░░░░░░░░░░░░░ 25 %  2.5 a second  30 s left")
  // Too early to say, or nothing left.
  assert.strictEqual(progressLine("job", step, 500), "job  ██████░░░░░░░░░░░░░░░░░░ 25 %  50 a second")
  assert.strictEqual(
    progressLine("job", { ...step, done: 100 }, 10_000),
    "job  ████████████████████████ 100 %  10 a second"
  )
  // More than there seemed to be, and a total that nobody knows.
  assert.strictEqual(
    progressLine("job", { ...step, done: 120 }, 10_000),
    "job  ████████████████████████ 100 %  12 a second"
  )
  assert.strictEqual(progressLine("job", { ...step, total: null }, 10_000), "job  2.5 a second")
  assert.strictEqual(progressLine("job", { ...step, done: 0 }, 0), "job  ░░░░░░░░░░░░░░░░░░░░░░░░ 0 %  0 a second")
})

it("times have units that fit", () => {
  assert.deepStrictEqual([1, 89_000, 180_000, 7_500_000].map(timeText), ["1 s", "89 s", "3 min", "2 h 5 min"])
})

const written = Effect.fnUntraced(function* (isTerminal: boolean) {
  const pieces: Array<string> = []
  const stdio = Stdio.layerTest({
    stderrIsTerminal: Effect.succeed(isTerminal),
    stderr: () => Sink.forEach((piece: string | Uint8Array) => Effect.sync(() => void pieces.push(String(piece))))
  })
  const result = yield* withProgress("job", ({ show }) =>
    Effect.gen(function* () {
      for (let done = 1; done <= 4; done++) {
        yield* TestClock.adjust("150 millis")
        yield* show({ done, total: 4, detail: () => `${done}` })
      }
      return "result"
    })
  ).pipe(Effect.provide(stdio))
  assert.strictEqual(result, "result")
  return pieces
})

it.effect("the line is rewritten a few times a second, and gone at the end", () =>
  Effect.gen(function* () {
    const clear = "\r\u001B[2K"
    assert.deepStrictEqual(yield* written(true), [
      `${clear}job  ████████████░░░░░░░░░░░░ 50 %  2`,
      `${clear}job  ████████████████████████ 100 %  4`,
      clear
    ])
  })
)

it.effect("a pipe gets nothing", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* written(false), [])
  })
)
