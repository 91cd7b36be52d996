/** Which answers can be drawn, found by their shape. */
import { Option, Schema } from "effect"

const PostRow = Schema.Struct({
  code: Schema.String,
  caption: Schema.NullOr(Schema.String),
  username: Schema.String,
  language: Schema.optionalKey(Schema.String),
  post_timestamp: Schema.Finite,
  like_count: Schema.optionalKey(Schema.NullOr(Schema.Finite)),
  reply_count: Schema.optionalKey(Schema.NullOr(Schema.Finite)),
  relevance_score: Schema.optionalKey(Schema.Finite),
  rank: Schema.optionalKey(Schema.Finite),
  value: Schema.optionalKey(Schema.Finite)
})
export type PostRow = typeof PostRow.Type

const Posts = Schema.Struct({ data: Schema.Array(PostRow) })

const Trends = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      keyword: Schema.String,
      days: Schema.Array(Schema.Struct({ date: Schema.String, post_count: Schema.Finite }))
    })
  )
})

const Followers = Schema.Struct({
  data: Schema.Array(Schema.Struct({ date: Schema.String, follower_count: Schema.NullOr(Schema.Finite) }))
})

const Growth = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      username: Schema.String,
      value: Schema.Finite,
      follower_count: Schema.Finite,
      growth_rate: Schema.NullOr(Schema.Finite)
    })
  )
})

const Thread = Schema.Struct({
  data: Schema.Struct({
    root: PostRow,
    replies: Schema.Array(Schema.Struct({ ...PostRow.fields, depth: Schema.Finite }))
  })
})

const Moment = Schema.NullOr(Schema.Finite)

const Forecasts = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      code: Schema.String,
      status: Schema.String,
      thresholds: Schema.optionalKey(
        Schema.Array(
          Schema.Struct({
            views: Schema.optionalKey(Schema.Finite),
            likes: Schema.optionalKey(Schema.Finite),
            replies: Schema.optionalKey(Schema.Finite),
            probability: Schema.Finite,
            rough: Schema.optionalKey(Schema.Boolean),
            expected_at: Moment,
            earliest_at: Moment,
            latest_at: Moment
          })
        )
      )
    })
  ),
  metric: Schema.String
})

const Ladder = Schema.Struct({
  data: Schema.Struct({
    population: Schema.Finite,
    rungs: Schema.Array(Schema.Struct({ percentile: Schema.Finite, at_least: Schema.NullOr(Schema.Finite) }))
  })
})

const Hours = Schema.Struct({
  data: Schema.Struct({
    post_count: Schema.Finite,
    cells: Schema.Array(
      Schema.Struct({
        weekday: Schema.Finite,
        hour: Schema.Finite,
        post_count: Schema.Finite,
        median_likes: Schema.NullOr(Schema.Finite)
      })
    )
  })
})

export interface TrendPoint {
  readonly day: string
  readonly values: ReadonlyArray<number | null>
}

/** A threshold of a post: how likely it is, and between which times (Unix seconds). */
export interface ForecastLine {
  readonly code: string
  readonly threshold: number
  readonly probability: number
  /** Whether it may be far off. */
  readonly isRough: boolean
  readonly expected: number | null
  readonly earliest: number | null
  readonly latest: number | null
}

/** An author and the followers they gained. */
export interface GrowingAuthor {
  readonly name: string
  readonly gained: number
  readonly followers: number
}

export type Drawing =
  | {
      readonly kind: "trends"
      /** Keywords, or none for followers. */
      readonly series: ReadonlyArray<string>
      readonly points: ReadonlyArray<TrendPoint>
    }
  | { readonly kind: "growth"; readonly authors: ReadonlyArray<GrowingAuthor> }
  | {
      readonly kind: "ladder"
      readonly population: number
      readonly rungs: ReadonlyArray<{ readonly percentile: number; readonly atLeast: number | null }>
    }
  /** Medians of likes from Monday on. */
  | {
      readonly kind: "hours"
      readonly total: number
      readonly weeks: ReadonlyArray<ReadonlyArray<number | null>>
    }
  | { readonly kind: "posts"; readonly posts: ReadonlyArray<PostRow> }
  /** The root first, at depth 0. */
  | { readonly kind: "thread"; readonly posts: ReadonlyArray<PostRow & { readonly depth: number }> }
  | { readonly kind: "forecast"; readonly forecasts: ReadonlyArray<ForecastLine> }

/** A keyword given twice is answered twice: the second would be the same line. */
const trendsOf = ({ data }: typeof Trends.Type): Drawing => {
  const rows = [...new Map(data.map((row) => [row.keyword, row])).values()]
  const days = rows[0]?.days.map(({ date }) => date) ?? []
  return {
    kind: "trends",
    series: rows.map(({ keyword }) => keyword),
    points: days.map((day, index) => ({ day, values: rows.map((row) => row.days[index]?.post_count ?? null) }))
  }
}

const followersOf = ({ data }: typeof Followers.Type): Drawing => ({
  kind: "trends",
  series: [],
  points: data.map(({ date, follower_count }) => ({ day: date, values: [follower_count] }))
})

const growthOf = ({ data }: typeof Growth.Type): Drawing => ({
  kind: "growth",
  authors: data.map(({ username, value, follower_count }) => ({
    name: username,
    gained: value,
    followers: follower_count
  }))
})

const threadOf = ({ data: { root, replies } }: typeof Thread.Type): Drawing => ({
  kind: "thread",
  posts: [{ ...root, depth: 0 }, ...replies]
})

const forecastsOf = ({ data }: typeof Forecasts.Type): Drawing => ({
  kind: "forecast",
  forecasts: data.flatMap(({ code, thresholds = [] }) =>
    thresholds.map(({ views, likes, replies, probability, rough = false, expected_at, earliest_at, latest_at }) => ({
      code,
      threshold: views ?? likes ?? replies ?? 0,
      probability,
      isRough: rough,
      expected: expected_at,
      earliest: earliest_at,
      latest: latest_at
    }))
  )
})

const ladderOf = ({ data: { population, rungs } }: typeof Ladder.Type): Drawing => ({
  kind: "ladder",
  population,
  rungs: rungs.map(({ percentile, at_least }) => ({ percentile, atLeast: at_least }))
})

const hoursOf = ({ data: { post_count, cells } }: typeof Hours.Type): Drawing => ({
  kind: "hours",
  total: post_count,
  weeks: Array.from({ length: 7 }, (_, day) =>
    Array.from(
      { length: 24 },
      (_, hour) => cells.find((cell) => cell.weekday === day + 1 && cell.hour === hour)?.median_likes ?? null
    )
  )
})

const as =
  <A>(schema: Schema.Codec<A, unknown>, draw: (answer: A) => Drawing) =>
  (body: unknown): Option.Option<Drawing> =>
    Option.map(Schema.decodeUnknownOption(schema)(body), draw)

// An empty list fits several shapes, and there is nothing to draw in it.
const shapes = [
  as(Ladder, ladderOf),
  as(Hours, hoursOf),
  as(Thread, threadOf),
  as(Forecasts, forecastsOf),
  as(Trends, trendsOf),
  as(Followers, followersOf),
  as(Growth, growthOf),
  as(Posts, ({ data }) => ({ kind: "posts", posts: data }))
]

const Empty = Schema.Struct({ data: Schema.Array(Schema.Unknown).check(Schema.isMaxLength(0)) })

export const drawingOf = (body: unknown): Drawing | undefined =>
  Schema.is(Empty)(body) ? undefined : Option.getOrUndefined(Option.firstSomeOf(shapes.map((shape) => shape(body))))
