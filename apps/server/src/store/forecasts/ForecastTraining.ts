/**
 * Trains the models, in one of the processes that share the database: at start when there is none, then once a day. While
 * there are too few posts for any model, a training costs little, so it is repeated every hour.
 */
import { ForecastMetric } from "@heddle/api"
import { type Course, type Model, train } from "@heddle/forecast"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { makeRunLease } from "../../database/client/RunLease.ts"
import { maintenance } from "../../runtime/Background.ts"
import { dayMillis, hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { courseToLearn, type FollowedPost, horizonMillis } from "./Courses.ts"
import { type Followed, makeFollowedPosts } from "./FollowedPosts.ts"
import { ForecastModels } from "./ForecastModels.ts"

/** A sample of 14 days before the horizon: about 20,000 posts. */
const sampledHours = 14 * 24
const postsPerHour = 60

/** The first posts of the next hour that has any, and where to continue. */
const hourFrom = (time: Date, posts: ReadonlyArray<FollowedPost>) => {
  const [first] = posts
  if (first === undefined) return undefined
  const hours = Math.floor((first.postedAt.getTime() - time.getTime()) / hourMillis) + 1
  const next = plusMillis(time, hours * hourMillis)
  return { sampled: posts.filter(({ postedAt }) => postedAt < next), next }
}

/** The earliest first. */
const readTrainingPosts = Effect.fn("readTrainingPosts")(function* (sql: SqlClient.SqlClient, time: Date) {
  const { firstOf, withSnapshots } = makeFollowedPosts(sql)
  const until = plusMillis(time, -horizonMillis)
  const posts: Array<Followed> = []
  let from = plusMillis(until, -sampledHours * hourMillis)
  while (from < until) {
    const hour = hourFrom(from, yield* firstOf(from, until, postsPerHour))
    if (hour === undefined) break
    posts.push(...(yield* withSnapshots(hour.sampled)))
    from = hour.next
  }
  return posts
})

const trainInSlices = Effect.fnUntraced(function* (courses: ReadonlyArray<Course>) {
  const slices = train(courses)
  while (true) {
    const slice = slices.next()
    if (slice.done === true) return slice.value
    yield* Effect.yieldNow
  }
})

const trainAll = Effect.fnUntraced(function* (posts: ReadonlyArray<Followed>) {
  const models = new Map<ForecastMetric, Model>()
  for (const metric of ForecastMetric.literals) {
    const courses = posts.flatMap(({ post, snapshots }) => courseToLearn(metric, post, snapshots) ?? [])
    models.set(metric, yield* trainInSlices(courses))
  }
  return models
})

export class ForecastTraining extends Context.Service<
  ForecastTraining,
  {
    /** Trains if it is time to and no other process does; returns whether it trained. */
    readonly run: Effect.Effect<boolean>
  }
>()("@heddle/server/store/forecasts/ForecastTraining") {
  static readonly layer = Layer.effect(
    ForecastTraining,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const models = yield* ForecastModels
      const lease = makeRunLease(sql, "forecast_trainings")

      const isDue = Effect.fnUntraced(function* (time: Date) {
        const trainedAt = yield* models.trainedAt
        if (trainedAt === null) return true
        const states = yield* models.state
        const waits = states.some(({ kind }) => kind === "learned") ? dayMillis : hourMillis
        return trainedAt <= plusMillis(time, -waits)
      })

      const release = (startedAt: Date) =>
        sql`UPDATE forecast_trainings SET lease_ends_at = NULL WHERE started_at = ${startedAt}`

      const keep = (startedAt: Date, trained: ReadonlyMap<ForecastMetric, Model>) =>
        sql.withTransaction(
          Effect.gen(function* () {
            yield* lease.lock(startedAt)
            yield* models.keep(startedAt, trained)
          })
        )

      const work = (startedAt: Date) =>
        Effect.gen(function* () {
          // Another process may have trained between the first look and the claim.
          if (!(yield* isDue(startedAt))) return false
          const posts = yield* readTrainingPosts(sql, startedAt)
          yield* keep(startedAt, yield* trainAll(posts))
          return true
        })

      const run = Effect.gen(function* () {
        const time = yield* now
        if (!(yield* isDue(time))) return false
        return yield* Effect.acquireUseRelease(
          lease.claim(time),
          (claimed) => (claimed ? Effect.raceFirst(work(time), lease.renew(time)) : Effect.succeed(false)),
          (claimed) => (claimed ? Effect.orDie(release(time)) : Effect.void)
        )
      }).pipe(
        Effect.catchTag("LeaseLost", () => Effect.succeed(false)),
        Effect.orDie,
        Effect.withSpan("ForecastTraining.run")
      )

      return ForecastTraining.of({ run })
    })
  )
}

/** Asks every minute whether a training is due, because another process may have died during its training. */
export const forecastTask = maintenance(
  "forecast training",
  "1 minute",
  ForecastTraining.use(({ run }) => run)
)
