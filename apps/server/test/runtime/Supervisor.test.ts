/** One way to repeat, to back off, to be woken and to stop, for every background task. */
import { assert, it } from "@effect/vitest"
import { Clock, ConfigProvider, Effect, Exit, Fiber, Layer, Logger, Queue, Scope, Stream } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { again, background, type Tasks } from "../../src/runtime/Background.ts"
import { Settings } from "../../src/runtime/Settings.ts"
import { supervise } from "../../src/runtime/Supervisor.ts"

const settingsOf = (env: Record<string, string>) =>
  Settings.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(env))))

/** Supervises the tasks until the returned scope is closed, as a stop of the process does. */
const supervised = <E>(tasks: Effect.Effect<Tasks, E>, env: Record<string, string> = {}) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
    yield* Layer.buildWithScope(supervise(tasks).pipe(Layer.provide(settingsOf(env))), scope)
    return scope
  })

/** To the millisecond: a random wait ends between two of them, and sums of such times differ in the last digits. */
const seconds = Effect.map(Clock.currentTimeMillis, (millis) => Math.round(millis) / 1000)

/** A task that notes when its runs begin, and fails in those that are listed. */
const noting = (
  name: string,
  every: `${number} seconds`,
  fails: (run: number) => boolean = () => false,
  error: Error = new Error("this run fails")
) => {
  const starts: Array<number> = []
  const task = background({
    name,
    role: "maintenance",
    every,
    run: Effect.gen(function* () {
      starts.push(yield* seconds)
      if (fails(starts.length)) return yield* Effect.die(error)
    }),
    onStop: "interrupt"
  })
  return { starts, task }
}

it.effect("a task runs at start and at its interval", () =>
  Effect.gen(function* () {
    const { starts, task } = noting("steady", "10 seconds")
    yield* supervised(task)
    yield* TestClock.adjust("35 seconds")
    assert.deepStrictEqual(starts, [0, 10, 20, 30])
  })
)

it.effect("a run that overruns delays the next one and never overlaps it", () =>
  Effect.gen(function* () {
    const starts: Array<number> = []
    const run = Effect.gen(function* () {
      starts.push(yield* seconds)
      yield* Effect.sleep("15 seconds")
    })
    yield* supervised(background({ name: "slow", role: "rounds", every: "10 seconds", run, onStop: "interrupt" }))
    yield* TestClock.adjust("40 seconds")
    assert.deepStrictEqual(starts, [0, 15, 30])
  })
)

it.effect("failures are retried with exponential waits up to half a minute, with 20 % jitter", () =>
  Effect.gen(function* () {
    const { starts, task } = noting("broken", "10 seconds", () => true)
    yield* supervised(task)
    yield* TestClock.adjust("5 minutes")
    const waits = starts.slice(1).map((start, index) => start - (starts[index] ?? 0))
    for (const [index, wait] of waits.entries()) {
      const expected = Math.min(2 ** index, 30)
      assert.isAtLeast(wait, expected * 0.8 - 0.01, `wait ${index}`)
      assert.isAtMost(wait, expected * 1.2 + 0.01, `wait ${index}`)
    }
    assert.isAtLeast(waits.length, 10)
  })
)

it.effect("while the database is down, every task is retried each second", () =>
  Effect.gen(function* () {
    const reason = new SqlError.ConnectionError({ cause: new Error("refused"), operation: "connect" })
    const isDown = (run: number) => run > 1 && run <= 100
    const { starts, task } = noting("rounds", "180 seconds", isDown, new SqlError.SqlError({ reason }))
    yield* supervised(task)
    yield* TestClock.adjust("10 minutes")
    assert.deepStrictEqual(
      starts.slice(1, 101),
      Array.from({ length: 100 }, (_, index) => 180 + index)
    )
    assert.strictEqual(starts[101], 459)
  })
)

it.effect("waits of a rare task grow up to an hour, and a success resets them", () =>
  Effect.gen(function* () {
    const { starts, task } = noting("rare", "86400 seconds", (run) => run <= 14 || run === 16)
    yield* supervised(task)
    yield* TestClock.adjust("5 days")
    const waits = starts.slice(1).map((start, index) => start - (starts[index] ?? 0))
    assert.isAtLeast(waits[13] ?? 0, 2_880)
    assert.isAtMost(waits[13] ?? 0, 4_320)
    assert.approximately(waits[14] ?? 0, 86_400, 0.01)
    assert.isAtMost(waits[15] ?? 0, 1.21)
  })
)

it.effect("a task that ran for a long time before it failed is restarted soon", () =>
  Effect.gen(function* () {
    const starts: Array<number> = []
    const run = Effect.gen(function* () {
      starts.push(yield* seconds)
      if (starts.length > 5) yield* Effect.sleep("1 hour")
      return yield* Effect.fail("the source ended")
    })
    yield* supervised(background({ name: "source", role: "ingest", every: "1 second", run, onStop: "interrupt" }))
    yield* TestClock.adjust("3 hours")
    const last = starts.slice(-2)
    assert.isAtMost((last[1] ?? 0) - (last[0] ?? 0), 3_601.2)
  })
)

it.effect("a failure is logged with the task, its cause and the next try, and does not affect other tasks", () =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const log = Logger.make(({ message, cause }) => void lines.push(`${String(message)} ${String(cause)}`))
    const broken = noting("broken", "10 seconds", () => true)
    const sound = noting("sound", "10 seconds")
    yield* supervised(Effect.all([broken.task, Effect.all([sound.task])])).pipe(Effect.provide(Logger.layer([log])))
    yield* TestClock.adjust("30 seconds")
    assert.deepStrictEqual(sound.starts, [0, 10, 20, 30])
    assert.match(lines[0] ?? "", /The background task "broken" failed; the next try is at 1970-01-01T00:00:0[01]/)
    assert.include(lines[0] ?? "", "this run fails")
  })
)

it.effect("a wake-up starts a run early; several during a run start one more", () =>
  Effect.gen(function* () {
    const wakeUps = yield* Queue.unbounded<void>()
    const starts: Array<number> = []
    const run = Effect.gen(function* () {
      starts.push(yield* seconds)
      yield* Effect.sleep("2 seconds")
    })
    const wake = [Stream.fromQueue(wakeUps)]
    yield* supervised(
      background({ name: "woken", role: "deliveries", every: "60 seconds", wake, run, onStop: "finish" })
    )
    yield* TestClock.adjust("5 seconds")
    yield* Queue.offer(wakeUps, undefined)
    yield* TestClock.adjust("1 second")
    yield* Queue.offerAll(wakeUps, [undefined, undefined, undefined])
    yield* TestClock.adjust("90 seconds")
    assert.deepStrictEqual(starts, [0, 5, 7, 67])
  })
)

it.effect("when the wake-ups fail, the task keeps its interval and listening is retried", () =>
  Effect.gen(function* () {
    let listening = 0
    const starts: Array<number> = []
    const wake = [
      Stream.suspend(() => {
        listening += 1
        return listening < 3 ? Stream.fail("no connection") : Stream.concat(Stream.make(1), Stream.never)
      })
    ]
    const run = Effect.flatMap(seconds, (time) => Effect.sync(() => starts.push(time)))
    yield* supervised(
      background({ name: "woken", role: "deliveries", every: "20 seconds", wake, run, onStop: "finish" })
    )
    yield* TestClock.adjust("45 seconds")
    assert.strictEqual(listening, 3)
    const [woken = 0] = starts.splice(1, 1)
    assert.isAtMost(woken, 3 * 1.2 + 0.01)
    assert.lengthOf(starts, 3)
    for (const [index, start] of starts.entries()) {
      assert.approximately(start, index === 0 ? 0 : woken + 20 * index, 0.01)
    }
  })
)

it.effect("a run that left work behind is followed by another immediately", () =>
  Effect.gen(function* () {
    const starts: Array<number> = []
    const run = Effect.gen(function* () {
      starts.push(yield* seconds)
      return starts.length < 4 ? again : undefined
    })
    yield* supervised(background({ name: "busy", role: "deliveries", every: "10 seconds", run, onStop: "finish" }))
    yield* Effect.repeat(Effect.yieldNow, { until: () => starts.length === 4 })
    yield* TestClock.adjust("10 seconds")
    assert.deepStrictEqual(starts, [0, 0, 0, 0, 10])
  })
)

/** A task whose run takes 5 seconds, and how its runs ended. */
const lasting = (onStop: "finish" | "interrupt", runs: string & `${number} seconds` = "5 seconds") => {
  const ends: Array<string> = []
  const run = Effect.sleep(runs).pipe(
    Effect.onExit((exit) => Effect.sync(() => ends.push(Exit.isSuccess(exit) ? "finished" : "interrupted"))),
    Effect.as(again)
  )
  return { ends, make: background({ name: onStop, role: "rounds", every: "1 second", run, onStop }) }
}

it.effect("a stop interrupts a run or waits for its end, as the task declares, and starts no other", () =>
  Effect.gen(function* () {
    const finish = lasting("finish")
    const interrupt = lasting("interrupt")
    const scope = yield* supervised(Effect.all([finish.make, interrupt.make]))
    yield* TestClock.adjust("7 seconds")
    const stop = yield* Effect.forkChild(Scope.close(scope, Exit.void))
    yield* TestClock.adjust("2 seconds")
    assert.deepStrictEqual(interrupt.ends, ["finished", "interrupted"])
    assert.deepStrictEqual(finish.ends, ["finished"])
    yield* TestClock.adjust("1 second")
    yield* Fiber.join(stop)
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(finish.ends, ["finished", "finished"])
  })
)

it.effect("a stop waits at most 15 seconds for a run", () =>
  Effect.gen(function* () {
    const { ends, make } = lasting("finish", "3600 seconds")
    const scope = yield* supervised(make)
    yield* TestClock.adjust("1 second")
    const stop = yield* Effect.forkChild(Effect.uninterruptible(Scope.close(scope, Exit.void)))
    yield* TestClock.adjust("14 seconds")
    assert.deepStrictEqual(ends, [])
    yield* TestClock.adjust("1 second")
    yield* Fiber.join(stop)
    assert.deepStrictEqual(ends, ["interrupted"])
  })
)

it.effect("a waiting task is stopped immediately", () =>
  Effect.gen(function* () {
    const { task } = noting("waiting", "3600 seconds")
    const scope = yield* supervised(task)
    yield* TestClock.adjust("1 second")
    yield* Scope.close(scope, Exit.void)
  })
)

it.effect("only tasks of the process's roles run", () =>
  Effect.gen(function* () {
    const rounds = lasting("finish")
    const { starts, task } = noting("kept", "10 seconds")
    yield* supervised(Effect.all([rounds.make, task]), { HEDDLE_ROLES: "api, maintenance" })
    yield* TestClock.adjust("15 seconds")
    assert.deepStrictEqual(starts, [0, 10])
    assert.deepStrictEqual(rounds.ends, [])
  })
)

it.effect("metrics count runs and failures, and record durations and the last success of each task", () =>
  Effect.gen(function* () {
    const { task } = noting("measured", "10 seconds", (run) => run === 3)
    yield* supervised(task)
    yield* TestClock.adjust("20 seconds")
    const text = yield* PrometheusMetrics.format({ prefix: "heddle" })
    const value = (name: string) =>
      text.match(new RegExp(`^heddle_${name}{[^}]*task="measured"[^}]*} (\\S+)`, "m"))?.[1]
    assert.strictEqual(value("task_runs_total"), "3")
    assert.strictEqual(value("task_failures_total"), "1")
    assert.strictEqual(value("task_failing"), "1")
    assert.strictEqual(value("task_last_success_timestamp_seconds"), "10")
    assert.strictEqual(value("task_duration_seconds_count"), "3")
  })
)
