/** The metrics of background tasks. */
import { Clock, Effect, Exit, Metric } from "effect"

const runs = Metric.counter("task_runs_total", {
  description: "Runs of background tasks that ended",
  incremental: true
})
const failures = Metric.counter("task_failures_total", {
  description: "Runs of background tasks that failed",
  incremental: true
})
const lastSuccess = Metric.gauge("task_last_success_timestamp_seconds", {
  description: "Unix time at which a background task last succeeded"
})
const durationSeconds = Metric.histogram("task_duration_seconds", {
  description: "Duration of the runs of background tasks",
  boundaries: Metric.boundariesFromIterable([0.01, 0.1, 1, 10, 60, 600])
})

/** Counts and times a run. */
export const measured = <A, E, R>(task: string, run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.currentTimeMillis, (startedAt) =>
    Effect.onExit(run, (exit) =>
      Effect.gen(function* () {
        const endedAt = yield* Clock.currentTimeMillis
        const update = <I, S>(metric: Metric.Metric<I, S>, value: I) =>
          Metric.update(Metric.withAttributes(metric, { task }), value)
        yield* update(runs, 1)
        yield* update(durationSeconds, (endedAt - startedAt) / 1000)
        yield* Exit.isSuccess(exit) ? update(lastSuccess, Math.floor(endedAt / 1000)) : update(failures, 1)
      })
    )
  )
