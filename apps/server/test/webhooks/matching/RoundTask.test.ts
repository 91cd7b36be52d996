import { assert, it } from "@effect/vitest"
import { Clock, ConfigProvider, Effect, Layer, Ref, Stream } from "effect"
import { TestClock } from "effect/testing"
import { supervise } from "../../../src/runtime/Supervisor.ts"
import { Settings } from "../../../src/runtime/Settings.ts"
import { Round } from "../../../src/webhooks/matching/Round.ts"
import { RoundShards } from "../../../src/webhooks/matching/RoundShards.ts"
import { roundTask } from "../../../src/webhooks/matching/RoundTask.ts"

/** Of which nothing but the interval calls for a round. */
const shards = RoundShards.of({ share: Effect.never, finish: () => Effect.never, looks: Stream.never })

const summary = { rules: 0, posts: 0, events: 0, outOfCredits: [], millis: 0 }

/** Starts the loop around a round that takes this long; answers the minutes at which rounds began. */
const startsOf = (roundTakes: string & `${number} minutes`, env: Record<string, string> = {}) =>
  Effect.gen(function* () {
    const starts = yield* Ref.make<Array<number>>([])
    const run = Effect.gen(function* () {
      const minute = (yield* Clock.currentTimeMillis) / 60_000
      yield* Ref.update(starts, (all) => [...all, minute])
      yield* Effect.sleep(roundTakes)
      return minute === 3 ? yield* Effect.die(new Error("this round fails")) : summary
    })
    const loop = supervise(roundTask).pipe(
      Layer.provide([
        Layer.succeed(Round, Round.of({ run, runDue: run })),
        Layer.succeed(RoundShards, shards),
        Settings.layer
      ]),
      Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(env)))
    )
    yield* Layer.build(loop)
    yield* TestClock.adjust("10 minutes")
    return yield* Ref.get(starts)
  })

it.effect("a round runs at start and every 3 minutes; one that failed is repeated within 2 seconds", () =>
  Effect.gen(function* () {
    const starts = yield* startsOf("0 minutes")
    const [repeated = 0] = starts.splice(2, 1)
    assert.isAbove(repeated, 3)
    assert.isAtMost(repeated, 3 + 2 / 60)
    // The interval counts from the repeated round.
    const millis = starts.map((minute) => Math.round(minute * 60_000))
    assert.deepStrictEqual(
      millis,
      [0, 3, repeated + 3, repeated + 6].map((minute) => Math.round(minute * 60_000))
    )
  })
)

it.effect("a round that overruns is never overlapped", () =>
  Effect.gen(function* () {
    const starts = yield* startsOf("4 minutes")
    assert.isTrue(starts.every((minute, index) => index === 0 || minute >= (starts[index - 1] ?? 0) + 4))
    assert.isAtLeast(starts.length, 2)
  })
)

it.effect("HEDDLE_ROUND_INTERVAL sets the interval", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* startsOf("0 minutes", { HEDDLE_ROUND_INTERVAL: "5 minutes" }), [0, 5, 10])
  })
)
