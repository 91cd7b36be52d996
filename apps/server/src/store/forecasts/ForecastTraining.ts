/**
 * Trains the models, in one of the processes that share the database: when there is none, when an import or the first days
 * have doubled the posts to learn from, and once a day; every hour while too few posts are known for a week.
 */
import { ForecastMetric } from "@heddle/api"
import { type Course, type Model, train } from "@heddle/forecast"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { makeRunLease } from "../../database/client/RunLease.ts"
import { maintenance } from "../../runtime/Background.ts"
import { dayMillis, hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { courseToLearn } from "./Courses.ts"
import type { Followed } from "./FollowedPosts.ts"
import { ForecastModels } from "./ForecastModels.ts"
import { mostSampled, readSample, sampleSize } from "./TrainingSample.ts"

/** No model is learned from fewer posts. */
const fewestPosts = 20

/** How far this process is with a training: of the hours to read, then of the metrics to learn. */
export interface TrainingProgress {
  readonly step: "reading" | ForecastMetric
  readonly done: number
  readonly of: number
}

const trainInSlices = Effect.fnUntraced(function* (courses: ReadonlyArray<Course>) {
  const slices = train(courses)
  while (true) {
    const slice = slices.next()
    if (slice.done === true) return slice.value
    yield* Effect.yieldNow
  }
})

export class ForecastTraining extends Context.Service<
  ForecastTraining,
  {
    /** Trains if it is time to and no other process does; returns whether it trained. */
    readonly run: Effect.Effect<boolean>
    /** Trains now, unless another process does; returns whether it trained. */
    readonly runNow: Effect.Effect<boolean>
    /** Null while this process does not train. */
    readonly progress: Effect.Effect<TrainingProgress | null>
  }
>()("@heddle/server/store/forecasts/ForecastTraining") {
  static readonly layer = Layer.effect(
    ForecastTraining,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const models = yield* ForecastModels
      const lease = makeRunLease(sql, "forecast_trainings")
      let progress: TrainingProgress | null = null

      const trainAll = Effect.fnUntraced(function* (posts: ReadonlyArray<Followed>) {
        const trained = new Map<ForecastMetric, Model>()
        for (const [done, metric] of ForecastMetric.literals.entries()) {
          progress = { step: metric, done, of: ForecastMetric.literals.length }
          const courses = posts.flatMap(({ post, snapshots }) => courseToLearn(metric, post, snapshots) ?? [])
          trained.set(metric, yield* trainInSlices(courses))
        }
        return trained
      })

      const isDue = Effect.fnUntraced(function* (time: Date) {
        const last = yield* models.lastTraining
        if (last === null) return true
        const states = yield* models.state
        const waits = states.some(({ kind }) => kind === "learned") ? dayMillis : hourMillis
        if (last.trainedAt <= plusMillis(time, -waits)) return true
        const doubled = Math.max(fewestPosts, 2 * last.posts)
        return doubled <= mostSampled && (yield* sampleSize(sql, time)) >= doubled
      })

      const release = (startedAt: Date) =>
        sql`UPDATE forecast_trainings SET lease_ends_at = NULL WHERE started_at = ${startedAt}`

      const keep = (startedAt: Date, trained: ReadonlyMap<ForecastMetric, Model>, posts: number) =>
        sql.withTransaction(
          Effect.gen(function* () {
            yield* lease.lock(startedAt)
            yield* models.keep(startedAt, trained, posts)
          })
        )

      const work = Effect.fnUntraced(function* (startedAt: Date) {
        const size = yield* sampleSize(sql, startedAt)
        const posts = yield* readSample(sql, startedAt, ({ hours, of }) => {
          progress = { step: "reading", done: hours, of }
        })
        yield* keep(startedAt, yield* trainAll(posts), size)
        return true
      })

      const runIf = (due: (time: Date) => Effect.Effect<boolean, SqlError.SqlError>) =>
        Effect.gen(function* () {
          const time = yield* now
          if (!(yield* due(time))) return false
          return yield* Effect.acquireUseRelease(
            lease.claim(time),
            // Another process may have trained between the first look and the claim.
            (claimed) =>
              Effect.flatMap(claimed ? due(time) : Effect.succeed(false), (isStillDue) =>
                isStillDue ? Effect.raceFirst(work(time), lease.renew(time)) : Effect.succeed(false)
              ),
            (claimed) => {
              if (!claimed) return Effect.void
              progress = null
              return Effect.orDie(release(time))
            }
          )
        }).pipe(
          Effect.catchTag("LeaseLost", () => Effect.succeed(false)),
          Effect.orDie
        )

      return ForecastTraining.of({
        run: Effect.withSpan(runIf(isDue), "ForecastTraining.run"),
        runNow: Effect.withSpan(
          runIf(() => Effect.succeed(true)),
          "ForecastTraining.runNow"
        ),
        progress: Effect.sync(() => progress)
      })
    })
  )
}

/** Asks every minute whether a training is due, because another process may have died during its training. */
export const forecastTask = maintenance(
  "forecast training",
  "1 minute",
  ForecastTraining.use(({ run }) => run)
)
