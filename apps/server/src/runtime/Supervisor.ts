/**
 * Runs the background tasks of this process's roles, each in a fiber of its own: one way to repeat, to back off after
 * a failure, to log, to measure and to stop. No failure of a task reaches another task or the process.
 */
import { type Cause, Clock, Duration, Effect, Exit, Fiber, Layer, Queue, Semaphore, Stream } from "effect"
import { again, type Background, type Tasks } from "./Background.ts"
import { makeBackOff } from "./BackOff.ts"
import { Settings } from "./Settings.ts"
import { measured } from "./TaskMetrics.ts"
import { hourMillis, plusMillis } from "./Time.ts"

/** A task that runs often is retried at least this often; a rare one less and less often, up to its own interval. */
const minLongestWaitMillis = 30_000
/** Given to runs that a stopping process lets finish. */
const finishLimit = "15 seconds"

const everyMillis = ({ every }: Background): number => Duration.toMillis(Duration.fromInputUnsafe(every))

const longestWaitMillis = (task: Background): number =>
  Math.min(hourMillis, Math.max(minLongestWaitMillis, everyMillis(task)))

const logFailure = Effect.fnUntraced(function* (what: string, cause: Cause.Cause<unknown>, wait: Duration.Duration) {
  const nextTry = plusMillis(new Date(yield* Clock.currentTimeMillis), Duration.toMillis(wait))
  yield* Effect.logError(`${what} failed; the next try is at ${nextTry.toISOString()}`, cause)
})

/** Passes wake-ups on. A stream that fails or ends is started again; meanwhile the task runs at its interval. */
const listen = Effect.fnUntraced(function* (
  task: Background,
  wakeUps: Stream.Stream<unknown, unknown>,
  wake: Queue.Queue<void>
) {
  const longest = longestWaitMillis(task)
  const backOff = yield* makeBackOff(longest)
  while (true) {
    const begunAt = yield* Clock.currentTimeMillis
    const exit = yield* Effect.exit(Stream.runForEach(wakeUps, () => Queue.offer(wake, undefined)))
    if ((yield* Clock.currentTimeMillis) - begunAt > longest) yield* backOff.reset
    const wait = yield* backOff.next
    if (Exit.isFailure(exit)) yield* logFailure(`Listening for what wakes "${task.name}"`, exit.cause, wait)
    yield* Effect.sleep(wait)
  }
})

const repeat = Effect.fnUntraced(function* (task: Background, running: Semaphore.Semaphore, wake: Queue.Queue<void>) {
  const longest = longestWaitMillis(task)
  const backOff = yield* makeBackOff(longest)
  const run = Semaphore.withPermit(running, measured(task.name, task.run))
  while (true) {
    const begunAt = yield* Clock.currentTimeMillis
    const exit = yield* Effect.exit(run)
    const tookMillis = (yield* Clock.currentTimeMillis) - begunAt
    // What worked for long before it failed has recovered meanwhile.
    if (Exit.isSuccess(exit) || tookMillis > longest) yield* backOff.reset
    if (Exit.isFailure(exit)) {
      const wait = yield* backOff.next
      yield* logFailure(`The background task "${task.name}"`, exit.cause, wait)
      yield* Effect.sleep(wait)
    } else if (exit.value === again || tookMillis >= everyMillis(task)) {
      yield* Effect.yieldNow
    } else {
      yield* Queue.take(wake).pipe(Effect.timeoutOption(everyMillis(task) - tookMillis))
    }
  }
})

/** Starts a task; answers how to stop it. */
const start = Effect.fnUntraced(function* (task: Background) {
  const running = yield* Semaphore.make(1)
  const wake = yield* Queue.sliding<void>(1)
  yield* Effect.forEach(task.wake, (wakeUps) => Effect.forkScoped(listen(task, wakeUps, wake)), { discard: true })
  const fiber = yield* Effect.forkScoped(repeat(task, running, wake))
  const interrupt = Fiber.interrupt(fiber)
  // Who holds the permit knows that no run is under way, and that none begins.
  return task.onStop === "interrupt"
    ? interrupt
    : Semaphore.withPermit(running, interrupt).pipe(Effect.timeoutOption(finishLimit), Effect.andThen(interrupt))
})

const flatten = (tasks: Tasks): ReadonlyArray<Background> => ("run" in tasks ? [tasks] : tasks.flatMap(flatten))

/** Runs those of the tasks that belong to the roles of this process, for as long as it serves. */
export const supervise = <E, R>(tasks: Effect.Effect<Tasks, E, R>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { roles } = yield* Settings
      const ours = flatten(yield* tasks).filter(({ role }) => roles.includes(role))
      const stops = yield* Effect.forEach(ours, start)
      // Closed before the fibers themselves and before whatever the tasks were made with.
      yield* Effect.addFinalizer(() => Effect.all(stops, { concurrency: "unbounded", discard: true }))
    })
  )
