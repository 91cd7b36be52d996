/**
 * Runs the background tasks of this process's roles, each in its own fiber. All tasks repeat, back off, log, report metrics
 * and stop in the same way. A failing task affects neither other tasks nor the process.
 */
import {
  type Cause,
  Clock,
  Duration,
  Effect,
  Exit,
  Fiber,
  Layer,
  Metric,
  Pull,
  Queue,
  Schedule,
  Semaphore,
  Stream
} from "effect"
import { again, type Background, type Tasks } from "./Background.ts"
import { latencyBounds } from "./MetricLabels.ts"
import { isLostConnection, sqlErrorsIn } from "./Outage.ts"
import { Settings } from "./Settings.ts"
import { countStatementErrors } from "./StatementErrors.ts"
import { hourMillis, plusMillis } from "./Time.ts"

/** Waits between retries: exponential with jitter, up to a longest wait, without an end. */
const firstWait = "1 second"

export const makeBackOff = Effect.fnUntraced(function* (longestMillis: number) {
  const longest = Duration.millis(longestMillis)
  const start = Schedule.toStep(
    Schedule.min([Schedule.exponential(firstWait), Schedule.spaced(longest)]).pipe(Schedule.jittered)
  )
  let step = yield* start
  return {
    /** The wait after one more failure. */
    next: Effect.gen(function* () {
      const [, wait] = yield* step(yield* Clock.currentTimeMillis, undefined)
      return wait
    }).pipe(Pull.catchDone(() => Effect.succeed(longest))),
    /** Starts again from the first wait. */
    reset: Effect.map(start, (first) => void (step = first))
  }
})

/** The metrics of background tasks. */
const runs = Metric.counter("task_runs_total", {
  description: "Runs of background tasks that ended",
  incremental: true
})
const failures = Metric.counter("task_failures_total", {
  description: "Runs of background tasks that failed",
  incremental: true
})
const failing = Metric.gauge("task_failing", {
  description: "1 if the last run of a background task failed, else 0"
})
const lastSuccess = Metric.gauge("task_last_success_timestamp_seconds", {
  description: "Unix time at which a background task last succeeded"
})
const durationSeconds = Metric.histogram("task_duration_seconds", {
  description: "Duration of the runs of background tasks",
  boundaries: Metric.boundariesFromIterable([...latencyBounds, 600])
})

/** Counts and times a run. */
const measured = <A, E, R>(task: string, run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.currentTimeMillis, (startedAt) =>
    Effect.onExit(run, (exit) =>
      Effect.gen(function* () {
        const endedAt = yield* Clock.currentTimeMillis
        const update = <I, S>(metric: Metric.Metric<I, S>, value: I) =>
          Metric.update(Metric.withAttributes(metric, { task }), value)
        yield* update(runs, 1)
        yield* update(durationSeconds, (endedAt - startedAt) / 1000)
        yield* update(failing, Exit.isSuccess(exit) ? 0 : 1)
        yield* Exit.isSuccess(exit) ? update(lastSuccess, Math.floor(endedAt / 1000)) : update(failures, 1)
      })
    )
  )

/** So short that work goes on when the database is back, however long it was away; failing costs no more than the connection. */
const outageWait = Duration.seconds(1)

/** The wait after a failure: while the database is down, always the same. */
const waitAfter = (cause: Cause.Cause<unknown>, next: Effect.Effect<Duration.Duration>) =>
  sqlErrorsIn(cause).some(isLostConnection) ? Effect.succeed(outageWait) : next

/** Frequent tasks are retried at least this often; rare ones at their own interval, at most an hour. */
const minLongestWaitMillis = 30_000
/** How long a stopping process waits for a run to finish. */
const finishTimeout = "15 seconds"

const everyMillis = ({ every }: Background): number => Duration.toMillis(Duration.fromInputUnsafe(every))

const longestWaitMillis = (task: Background): number =>
  Math.min(hourMillis, Math.max(minLongestWaitMillis, everyMillis(task)))

const logFailure = Effect.fnUntraced(function* (what: string, cause: Cause.Cause<unknown>, wait: Duration.Duration) {
  yield* countStatementErrors(cause)
  const nextTry = plusMillis(new Date(yield* Clock.currentTimeMillis), Duration.toMillis(wait))
  yield* Effect.logError(`${what} failed; the next try is at ${nextTry.toISOString()}`, cause)
})

/** Forwards wake-ups. A stream that fails or ends is restarted; meanwhile the task runs at its interval. */
const listen = Effect.fnUntraced(function* (
  task: Background,
  wakeUps: Stream.Stream<unknown, unknown>,
  wake: Queue.Queue<void>
) {
  const longest = longestWaitMillis(task)
  const backOff = yield* makeBackOff(longest)
  while (true) {
    const startedAt = yield* Clock.currentTimeMillis
    const exit = yield* Effect.exit(Stream.runForEach(wakeUps, () => Queue.offer(wake, undefined)))
    if ((yield* Clock.currentTimeMillis) - startedAt > longest) yield* backOff.reset
    const wait = yield* Exit.isFailure(exit) ? waitAfter(exit.cause, backOff.next) : backOff.next
    if (Exit.isFailure(exit)) yield* logFailure(`Listening for wake-ups of "${task.name}"`, exit.cause, wait)
    yield* Effect.sleep(wait)
  }
})

const repeat = Effect.fnUntraced(function* (task: Background, running: Semaphore.Semaphore, wake: Queue.Queue<void>) {
  const longest = longestWaitMillis(task)
  const backOff = yield* makeBackOff(longest)
  const run = Semaphore.withPermit(running, measured(task.name, task.run))
  while (true) {
    const startedAt = yield* Clock.currentTimeMillis
    const exit = yield* Effect.exit(run)
    const tookMillis = (yield* Clock.currentTimeMillis) - startedAt
    // A run that worked for a long time before it failed starts a new series of failures.
    if (Exit.isSuccess(exit) || tookMillis > longest) yield* backOff.reset
    if (Exit.isFailure(exit)) {
      const wait = yield* waitAfter(exit.cause, backOff.next)
      yield* logFailure(`The background task "${task.name}"`, exit.cause, wait)
      yield* Effect.sleep(wait)
    } else if (exit.value === again || tookMillis >= everyMillis(task)) {
      yield* Effect.yieldNow
    } else {
      yield* Queue.take(wake).pipe(Effect.timeoutOption(everyMillis(task) - tookMillis))
    }
  }
})

/** Starts a task; returns the effect that stops it. */
const start = Effect.fnUntraced(function* (task: Background) {
  const running = yield* Semaphore.make(1)
  const wake = yield* Queue.sliding<void>(1)
  yield* Effect.forEach(task.wake, (wakeUps) => Effect.forkScoped(listen(task, wakeUps, wake)), { discard: true })
  const fiber = yield* Effect.forkScoped(repeat(task, running, wake))
  const interrupt = Fiber.interrupt(fiber)
  // While the permit is held, no run is in progress and none starts.
  return task.onStop === "interrupt"
    ? interrupt
    : Semaphore.withPermit(running, interrupt).pipe(Effect.timeoutOption(finishTimeout), Effect.andThen(interrupt))
})

const flatten = (tasks: Tasks): ReadonlyArray<Background> => ("run" in tasks ? [tasks] : tasks.flatMap(flatten))

/** Runs the tasks of this process's roles until the scope closes. */
export const supervise = <E, R>(tasks: Effect.Effect<Tasks, E, R>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { roles } = yield* Settings
      const selected = flatten(yield* tasks).filter(({ role }) => [role].flat().some((one) => roles.includes(one)))
      const stops = yield* Effect.forEach(selected, start)
      // Finalizers run in reverse order: this one runs before the fibers and the tasks' services are closed.
      yield* Effect.addFinalizer(() => Effect.all(stops, { concurrency: "unbounded", discard: true }))
    })
  )
