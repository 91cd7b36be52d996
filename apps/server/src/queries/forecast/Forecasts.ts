/** How likely posts are to reach the next thresholds, and when (service.md, `/post/forecast`). */
import {
  type Body,
  forecastHours,
  type ForecastMetric,
  ForecastQuery,
  type ForecastResult,
  type ForecastStatus,
  type ForecastThreshold,
  type PostForecast,
  withDefaults
} from "@heddle/api"
import {
  type CourseSoFar,
  type ExpectedAge,
  forecast,
  skillAt,
  type ThresholdForecast,
  usefulFrom
} from "@heddle/forecast"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { hourMillis, now, plusMillis, unixSeconds } from "../../runtime/Time.ts"
import { courseSoFar, type FollowedPost, horizonMillis, latestCount } from "../../store/forecasts/Courses.ts"
import { type Followed, makeFollowedPosts } from "../../store/forecasts/FollowedPosts.ts"
import { ForecastModels, type TrainedModel } from "../../store/forecasts/ForecastModels.ts"
import { keysOf, knownCodes } from "../../store/posts/PostsByCode.ts"

/** The thresholds that a forecast is asked for: the next of 1, 2, 5, 10, … above a count (decisions, section 3). Pure. */
const thresholdsAtOnce = 5

/** The lowest thresholds, unless half of the posts have fewer likes or replies: then, all above that median are asked for. */
const least: Readonly<Record<ForecastMetric, number>> = { views: 1_000, likes: 100, replies: 50 }

export const nextThresholds = (
  metric: ForecastMetric,
  count: number,
  medianCount = Infinity
): ReadonlyArray<number> => {
  const belowFirst = metric === "views" ? least.views - 1 : Math.min(least[metric] - 1, medianCount)
  const above = Math.max(count, belowFirst)
  const found: Array<number> = []
  for (let power = 1; found.length < thresholdsAtOnce; power *= 10) {
    found.push(...[power, 2 * power, 5 * power].filter((threshold) => threshold > above))
  }
  return found.slice(0, thresholdsAtOnce)
}

/** The last observation must be in the last two thirds of the post's life. */
const oldestObservation = 1 / 3
/** Below it, a time says nothing. */
const leastProbability = 0.05

/** No number of posts can show that something is rarer than this, or surer. */
const extremes = { least: 0.001, most: 0.999 }

const stated = (probability: number): number =>
  Math.min(extremes.most, Math.max(extremes.least, Math.round(probability * 1_000) / 1_000))

/** The row of a post without a forecast. */
const withoutForecast = (post: FollowedPost, status: ForecastStatus, possibleAt: Date | null = null): PostForecast => ({
  ...countsOf(post),
  status,
  possible_at: possibleAt && unixSeconds(possibleAt),
  thresholds: [],
  model: null
})

const countsOf = ({ code, impressionCount, likeCount, replyCount, observedAt }: FollowedPost) => ({
  code,
  impression_count: impressionCount,
  like_count: likeCount,
  reply_count: replyCount,
  metrics_at: unixSeconds(observedAt)
})

const reachedAtMost = ({ observations }: CourseSoFar): number =>
  observations.reduce((most, { count }) => Math.max(most, count), 0)

const isObservedInTime = ({ observations }: CourseSoFar, ageMillis: number): boolean =>
  (observations.at(-1)?.ageMillis ?? 0) >= oldestObservation * ageMillis

const timesOf = (eta: ExpectedAge | null, probability: number, post: FollowedPost, time: Date) => {
  const at = (ageMillis: number) =>
    unixSeconds(new Date(Math.max(time.getTime(), post.postedAt.getTime() + Math.min(ageMillis, horizonMillis))))
  return eta === null || probability < leastProbability
    ? { expected_at: null, earliest_at: null, latest_at: null }
    : { expected_at: at(eta.p50), earliest_at: at(eta.p10), latest_at: at(eta.p90) }
}

const thresholdOf = (
  metric: ForecastMetric,
  { threshold, probability, isReliable, eta }: ThresholdForecast,
  post: FollowedPost,
  time: Date
): ForecastThreshold => {
  const asStated = stated(probability)
  return {
    [metric]: threshold,
    probability: asStated,
    ...(isReliable ? {} : { rough: true }),
    ...timesOf(eta, asStated, post, time)
  }
}

const forecastOf = (
  metric: ForecastMetric,
  { post, snapshots }: Followed,
  { version, model }: TrainedModel,
  time: Date
): PostForecast => {
  const ageMillis = time.getTime() - post.postedAt.getTime()
  const oldEnoughAt = plusMillis(post.postedAt, forecastHours.from * hourMillis)
  if (time < oldEnoughAt) return withoutForecast(post, "too_young", oldEnoughAt)
  if (ageMillis > horizonMillis) return withoutForecast(post, "too_old")
  const course = courseSoFar(metric, post, snapshots)
  if (latestCount(metric, post) === null || !isObservedInTime(course, ageMillis)) {
    return withoutForecast(post, "no_metric")
  }
  const observedAge = course.observations.at(-1)?.ageMillis ?? ageMillis
  const usefulAge = usefulFrom(model, observedAge)
  if (usefulAge !== observedAge) {
    // An age that has passed is waited for by nobody: the next observation or training decides.
    const isLater = usefulAge !== undefined && usefulAge > ageMillis
    return withoutForecast(post, "not_yet", isLater ? plusMillis(post.postedAt, Math.ceil(usefulAge)) : null)
  }
  const thresholds = nextThresholds(metric, reachedAtMost(course), model.medianCount)
  return {
    ...countsOf(post),
    status: "ok",
    possible_at: null,
    thresholds: forecast(model, course, thresholds).map((one) => thresholdOf(metric, one, post, time)),
    model: {
      kind: model.kind,
      version,
      posts: model.kind === "prior" ? 0 : model.posts,
      skill: Math.round(skillAt(model, observedAge) * 100) / 100
    }
  }
}

const notFound = (code: string): PostForecast => ({
  code,
  status: "not_found",
  possible_at: null,
  impression_count: null,
  like_count: null,
  reply_count: null,
  metrics_at: null,
  thresholds: [],
  model: null
})

const complete = withDefaults(ForecastQuery)

export class Forecasts extends Context.Service<
  Forecasts,
  { of(query: ForecastQuery): Effect.Effect<Body<typeof ForecastResult>> }
>()("@heddle/server/queries/forecast/Forecasts") {
  static readonly layer = Layer.effect(
    Forecasts,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const models = yield* ForecastModels
      const posts = makeFollowedPosts(sql)

      const of = Effect.fn("Forecasts.of")(function* (query: ForecastQuery) {
        const { codes, metric } = complete(query)
        const followed = yield* posts.at(keysOf(yield* knownCodes(sql, codes)))
        const model = yield* models.current(metric)
        const time = yield* now
        const rows = new Map(followed.map((one) => [one.post.code, forecastOf(metric, one, model, time)]))
        return { metric, data: codes.map((code) => rows.get(code) ?? notFound(code)) }
      }, Effect.orDie)

      return Forecasts.of({ of })
    })
  )
}
