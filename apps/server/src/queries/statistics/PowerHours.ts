/** Posts and their likes by hour of the week (service.md, `/stats/power-hours`). */
import { type Body, PowerHoursQuery, type PowerHoursResult, withDefaults } from "@heddle/api"
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { callScan } from "../../store/scan/ChunkedScan.ts"
import { now } from "../../runtime/Time.ts"
import { languagesOf, lastDays } from "../filters/Filters.ts"
import { type CountedLikes, likesBySlot } from "../rollups/LikesBySlot.ts"
import { countAll, type Histogram, medianOf, mergeHistograms, sizeOf } from "./Histogram.ts"

const hoursOfDay = 24
const hoursOfWeek = 7 * hoursOfDay
/** 1970 began on a Thursday; hours of the week count from Monday 0:00. */
const hourOfEpoch = 3 * hoursOfDay

const complete = withDefaults(PowerHoursQuery)

export class PowerHours extends Context.Service<
  PowerHours,
  { count(query: PowerHoursQuery): Effect.Effect<Body<typeof PowerHoursResult>> }
>()("@heddle/server/queries/statistics/PowerHours") {
  static readonly layer = Layer.effect(
    PowerHours,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const scan = yield* callScan

      const countHours = Effect.fn("PowerHours.count")(function* (query: PowerHoursQuery) {
        const { language, days, utc_offset } = complete(query)
        const offset = utc_offset * 60
        const histograms = yield* likesBySlot(sql, scan, {
          window: lastDays(days, yield* now),
          languages: languagesOf(language),
          // From Monday 0:00.
          key: (seconds) =>
            sql`mod(floor((${seconds} + ${offset}::int) / 3600)::bigint + ${hourOfEpoch}::int, ${hoursOfWeek}::int)::int`,
          keyMinutes: greatestCommonDivisor(60, Math.abs(utc_offset))
        }).pipe(
          Stream.runFold(() => Array.from({ length: hoursOfWeek }, (): Histogram => new Map()), addAll),
          Effect.orDie
        )
        const overall = summarize(mergeHistograms(histograms))
        return {
          data: {
            post_count: overall.posts,
            median_likes: overall.median,
            cells: histograms.map((histogram, at) => {
              const { posts, median } = summarize(histogram)
              return {
                weekday: Math.floor(at / hoursOfDay) + 1,
                hour: at % hoursOfDay,
                post_count: posts,
                median_likes: median,
                lift:
                  median === null || overall.median === null || overall.median === 0 ? null : median / overall.median
              }
            })
          }
        }
      })

      return PowerHours.of({ count: countHours })
    })
  )
}

const greatestCommonDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestCommonDivisor(other, one % other)

const addAll = (histograms: Array<Histogram>, rows: ReadonlyArray<CountedLikes>) => {
  for (const { key, likes, posts } of rows) {
    const histogram = histograms[key]
    if (histogram !== undefined) countAll(histogram, likes, posts)
  }
  return histograms
}

const summarize = (histogram: Histogram) => ({ posts: sizeOf(histogram), median: medianOf(histogram) })
