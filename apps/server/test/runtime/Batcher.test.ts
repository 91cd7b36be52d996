/** Items that are written together: what shares a batch, and what a bad item does to the others. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { makeBatcher } from "../../src/runtime/Batcher.ts"

/** Refuses batches with a `bad` item; the first batch waits until it may end. */
const recording = Effect.gen(function* () {
  const batches: Array<ReadonlyArray<string>> = []
  const mayEnd = yield* Deferred.make<void>()
  const batcher = yield* makeBatcher({
    write: (items: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        batches.push(items)
        yield* Deferred.await(mayEnd)
        return items.includes("bad") ? yield* Effect.fail("refused") : "written"
      }),
    lost: (item) => Effect.succeed(`lost ${item}`)
  })
  return { ...batcher, batches, end: Deferred.succeed(mayEnd, undefined) }
})

it.effect("a lone item does not wait, and what comes meanwhile forms the next batch", () =>
  Effect.gen(function* () {
    const { submit, batches, end } = yield* recording
    const first = yield* submit("a")
    while (batches.length === 0) yield* Effect.yieldNow
    const others = yield* Effect.forEach(["b", "c"], submit)
    yield* end
    assert.deepStrictEqual(yield* Effect.all([first, ...others]), ["written", "written", "written"])
    assert.deepStrictEqual(batches, [["a"], ["b", "c"]])
  }).pipe(Effect.scoped)
)

it.effect("a bad item is lost alone", () =>
  Effect.gen(function* () {
    const { submit, batches, end } = yield* recording
    yield* end
    const results = yield* Effect.forEach(["a", "bad", "c"], submit)
    assert.deepStrictEqual(yield* Effect.all(results), ["written", "lost bad", "written"])
    assert.deepStrictEqual(batches, [["a", "bad", "c"], ["a"], ["bad"], ["c"]])
  }).pipe(Effect.scoped)
)

it.effect("a flush waits for all that was submitted before, and for nothing else", () =>
  Effect.gen(function* () {
    const { submit, flush, end } = yield* recording
    yield* flush
    yield* submit("a")
    yield* submit("bad")
    const flushing = yield* Effect.forkChild(flush, { startImmediately: true })
    yield* Effect.yieldNow
    assert.isUndefined(flushing.pollUnsafe())
    yield* end
    yield* Fiber.join(flushing)
  }).pipe(Effect.scoped)
)
