import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Sink, Stdio, Stream } from "effect"
import { TestClock } from "effect/testing"
import { shownEvents, showReceiver } from "../../src/demo/ReceiverOutput.ts"

const lines = Array.from({ length: shownEvents + 7 }, (_, index) => `verified keyword event  ${index}\n`)

it.effect("the count in a terminal is a line that the log writes over", () =>
  Effect.gen(function* () {
    const written: Array<string> = []
    const stdio = Stdio.layerTest({
      stdoutIsTerminal: Effect.succeed(true),
      stdout: () => Sink.forEach((text) => Effect.sync(() => void written.push(String(text))))
    })
    yield* Effect.gen(function* () {
      const { count } = yield* showReceiver(Stream.encodeText(Stream.fromIterable(lines)))
      const counting = yield* Effect.forkChild(count)
      yield* TestClock.adjust("3 seconds")
      yield* Fiber.interrupt(counting)
    }).pipe(Effect.provide(stdio), Effect.scoped)
    assert.deepStrictEqual(written, ["\r\u001B[2K… and 7 more verified events\r"])
  })
)
