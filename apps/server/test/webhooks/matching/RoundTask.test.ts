import { assert, it } from "@effect/vitest"
import { Clock, ConfigProvider, Effect, Layer, Logger, References, Stream } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { TestClock } from "effect/testing"
import { supervise } from "../../../src/runtime/Supervisor.ts"
import { Settings } from "../../../src/runtime/Settings.ts"
import { Round, roundTask } from "../../../src/webhooks/matching/Round.ts"
import { RoundShards } from "../../../src/webhooks/matching/RoundShards.ts"

/** Nothing but the interval calls for a round, unless there are looks. */
const shardsWith = (looks: Stream.Stream<unknown>) =>
  RoundShards.of({ share: Effect.never, stillOwned: () => Effect.never, finish: () => Effect.never, looks })

const quiet = { rules: 0, posts: 0, events: 0, outOfCredits: [], millis: 0 }

interface Circumstances {
  readonly env?: Readonly<Record<string, string>>
  readonly looks?: Stream.Stream<unknown>
}

/** Starts the loop around this effect and lets it run for 10 minutes. */
const tenMinutesOf = Effect.fnUntraced(function* (
  runDue: Round["Service"]["runDue"],
  { env = {}, looks = Stream.never }: Circumstances = {}
) {
  const loop = supervise(roundTask).pipe(
    Layer.provide([
      Layer.succeed(Round, Round.of({ run: Effect.never, runDue })),
      Layer.succeed(RoundShards, shardsWith(looks)),
      Settings.layer
    ]),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(env)))
  )
  yield* Layer.build(loop)
  yield* TestClock.adjust("10 minutes")
})

/** The minutes at which rounds began that take this long; the one that begins after 3 minutes fails. */
const startsOf = Effect.fnUntraced(function* (
  roundTakes: string & `${number} minutes`,
  circumstances: Circumstances = {}
) {
  const starts: Array<number> = []
  const run = Effect.gen(function* () {
    const minute = (yield* Clock.currentTimeMillis) / 60_000
    starts.push(minute)
    yield* Effect.sleep(roundTakes)
    return minute === 3 ? yield* Effect.die(new Error("this round fails")) : quiet
  })
  yield* tenMinutesOf(run, circumstances)
  return starts
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

it.effect("HEDDLE_ROUND_INTERVAL sets the interval", () =>
  Effect.gen(function* () {
    const env = { HEDDLE_ROUND_INTERVAL: "5 minutes" }
    assert.deepStrictEqual(yield* startsOf("0 minutes", { env }), [0, 5, 10])
  })
)

it.effect("a round runs early when a shard is due; any number of them during a round cause one", () =>
  Effect.gen(function* () {
    const looks = Stream.make(1, 4, 5, 5.5).pipe(
      Stream.mapEffect((minute) =>
        Effect.flatMap(Clock.currentTimeMillis, (millis) => Effect.sleep(minute * 60_000 - millis))
      ),
      Stream.concat(Stream.never)
    )
    assert.deepStrictEqual(yield* startsOf("2 minutes", { looks }), [0, 2, 4, 6, 9])
  })
)

it.effect("a round is one line of the log, at debug level if it created nothing", () =>
  Effect.gen(function* () {
    const rounds = [{ rules: 5, posts: 7, events: 2, outOfCredits: [], millis: 12 }, quiet]
    const lines: Array<string> = []
    const log = Logger.make(({ message, logLevel, fiber }) => {
      lines.push(`${logLevel} ${String(message)} ${JSON.stringify(fiber.getRef(References.CurrentLogAnnotations))}`)
    })
    yield* tenMinutesOf(Effect.sync(() => rounds.shift() ?? null)).pipe(
      Effect.provide(Logger.layer([log])),
      Effect.provideService(References.MinimumLogLevel, "Debug")
    )
    assert.include(lines, 'Info Round {"events":2,"posts":7,"rules":5,"millis":12}')
    assert.include(lines, 'Debug Round {"events":0,"posts":0,"rules":0,"millis":0}')
  })
)

/** How many rounds were measured so far, and their posts. */
const metrics = Effect.map(PrometheusMetrics.format({ prefix: "heddle" }), (text) =>
  ["round_duration_seconds_count", "round_posts_total"].map((name) =>
    Number(text.match(new RegExp(`^heddle_webhook_${name} (\\S+)`, "m"))?.[1] ?? 0)
  )
)

it.effect("rounds are measured, and the log warns of one that took longer than the interval", () =>
  Effect.gen(function* () {
    const rounds = [null, { ...quiet, posts: 7, events: 2, millis: 180_000 }, { ...quiet, posts: 1, millis: 180_001 }]
    const before = yield* metrics
    const lines: Array<string> = []
    const log = Logger.make(({ message, logLevel }) => void lines.push(`${logLevel} ${String(message)}`))
    yield* tenMinutesOf(Effect.sync(() => rounds.shift() ?? null)).pipe(Effect.provide(Logger.layer([log])))
    const warnings = lines.filter((line) => line.startsWith("Warn"))
    assert.lengthOf(warnings, 1)
    assert.include(warnings[0], "took 180 s, longer than HEDDLE_ROUND_INTERVAL (3m)")
    const after = yield* metrics
    assert.deepStrictEqual(
      after.map((value, index) => value - (before[index] ?? 0)),
      [2, 8]
    )
  })
)
