/** How likely posts are to reach the next thresholds, and when (service.md, `/post/forecast`). */
import { type Body, ForecastQuery, type ForecastResult, withDefaults } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { now } from "../../runtime/Time.ts"
import { keysOf, knownCodes } from "../../store/posts/PostsByCode.ts"
import { makeFollowedPosts } from "../../store/forecasts/FollowedPosts.ts"
import { ForecastModels } from "../../store/forecasts/ForecastModels.ts"
import { forecastOf, notFound } from "./ForecastRow.ts"

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
