/** Posts and their likes by hour of the week (service.md, `/stats/power-hours`). */
import {
  type Body,
  defaultLanguage,
  powerHoursDefaultDays,
  type PowerHoursQuery,
  type PowerHoursResult
} from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { now } from "../Now.ts"
import { languagesOf } from "../posts/LanguageFilter.ts"
import { lastDays } from "../posts/LastDays.ts"

const hoursOfDay = 24
const hoursOfWeek = 7 * hoursOfDay
/** The first hour of 1970 was one of a Thursday; hours of the week are counted from Monday 0:00. */
const hourOfEpoch = 3 * hoursOfDay

export class PowerHours extends Context.Service<
  PowerHours,
  { count(query: PowerHoursQuery): Effect.Effect<Body<typeof PowerHoursResult>> }
>()("@heddle/server/rankings/PowerHours") {
  static readonly layer = Layer.effect(
    PowerHours,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const count = Effect.fn("PowerHours.count")(function* ({
        language = defaultLanguage,
        days = powerHoursDefaultDays,
        utc_offset = 0
      }: PowerHoursQuery) {
        const { from, until } = lastDays(days, yield* now)
        const rows = yield* sql<CountedHour>`
          WITH placed AS (
            SELECT p.like_count,
              mod(floor((extract(epoch FROM p.posted_at) + ${utc_offset * 60}::int) / 3600)::bigint + ${hourOfEpoch}::int,
                ${hoursOfWeek}::int) AS hour_of_week
            FROM posts p
            WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND ${sql.in("p.language", languagesOf(language))}
          )
          SELECT hour_of_week, count(*) AS posts, percentile_cont(0.5) WITHIN GROUP (ORDER BY like_count) AS median
          FROM placed GROUP BY GROUPING SETS ((hour_of_week), ())`.pipe(Effect.orDie)
        const counted = new Map(rows.map((row) => [row.hourOfWeek, row]))
        const whole = counted.get(null) ?? nothing
        return {
          data: {
            post_count: whole.posts,
            median_likes: whole.median,
            cells: Array.from({ length: hoursOfWeek }, (_, at) => {
              const { posts, median } = counted.get(at) ?? nothing
              return {
                weekday: Math.floor(at / hoursOfDay) + 1,
                hour: at % hoursOfDay,
                post_count: posts,
                median_likes: median,
                lift: median === null || whole.median === null || whole.median === 0 ? null : median / whole.median
              }
            })
          }
        }
      })

      return PowerHours.of({ count })
    })
  )
}

interface Counted {
  readonly posts: number
  readonly median: number | null
}

interface CountedHour extends Counted {
  /** From Monday 0:00; null is the whole. */
  readonly hourOfWeek: number | null
}

const nothing: Counted = { posts: 0, median: null }
