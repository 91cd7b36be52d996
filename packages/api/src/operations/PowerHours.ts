/** `GET /stats/power-hours` (service.md, "Leaderboards and statistics"). */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { pricedEndpoint } from "../EndpointParts.ts"
import { Language } from "../Languages.ts"
import { type Body, documented, Envelope, type PricedOperation } from "../Operation.ts"
import { Count, IntBetween } from "../Parameters.ts"
import { statsPrice } from "./StatsPrice.ts"

export const powerHoursDefaultDays = 30

export const PowerHoursQuery = Schema.Struct({
  language: Schema.optionalKey(Language).annotate({ description: "The post's own language (default `zh`)." }),
  days: Schema.optionalKey(IntBetween(1, 90)).annotate({
    description: "Days in UTC that are looked at, of which the last is today (default 30)."
  }),
  utc_offset: Schema.optionalKey(IntBetween(-720, 840)).annotate({
    description: "Minutes that the clock of the answer is ahead of UTC, such as 480 for Taipei (default 0)."
  })
})
export type PowerHoursQuery = typeof PowerHoursQuery.Type
type PowerHoursRequest = { readonly query: PowerHoursQuery }

const MedianLikes = Schema.NullOr(Schema.Finite).annotate({
  description: "Half of the posts have at most this many likes; null without posts."
})

const PowerHourCell = Schema.Struct({
  weekday: IntBetween(1, 7).annotate({ description: "1 is Monday, 7 Sunday (ISO 8601), at the offset asked for." }),
  hour: IntBetween(0, 23).annotate({ description: "Begin of the hour, at the offset asked for." }),
  post_count: Count,
  median_likes: MedianLikes,
  lift: Schema.NullOr(Schema.Finite).annotate({
    description: "`median_likes` over that of all posts; null without posts or when that of all is 0."
  })
})

export const PowerHoursResult = Envelope({
  data: Schema.Struct({
    post_count: Count,
    median_likes: MedianLikes,
    cells: Schema.Array(PowerHourCell).annotate({
      description: "All 168 hours of a week, from Monday 0:00; hours without posts are there with 0."
    })
  })
})

export const powerHours: PricedOperation<PowerHoursRequest, Body<typeof PowerHoursResult>> = {
  kind: "priced",
  result: PowerHoursResult,
  summary: "Power hours",
  description:
    "How many posts, replies included, are written in each hour of the week, and how many likes half of them have.",
  apiType: "power_hours",
  tool: "get_power_hours",
  requires: "plan",
  price: statsPrice,
  limit: null,
  parameters: ({ query }) => query
}

export const powerHoursEndpoint = HttpApiEndpoint.get(
  "powerHours",
  "/stats/power-hours",
  pricedEndpoint(PowerHoursQuery, PowerHoursResult)
).annotateMerge(documented(powerHours))
