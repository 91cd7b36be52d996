/** How many posts contain a keyword, day by day (service.md, `/post/keyword-trend`). */
import {
  type Body,
  defaultLanguage,
  type InvalidParameter,
  type KeywordTrendQuery,
  type KeywordTrendResult,
  trendDefaultDays
} from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { dayMillis, now } from "../Now.ts"
import { contains, encodeKeywords } from "./KeywordFilter.ts"
import { languagesOf } from "./LanguageFilter.ts"
import { lastDays } from "./LastDays.ts"

export class KeywordTrend extends Context.Service<
  KeywordTrend,
  {
    /** Refuses keywords without a token and reads nothing; the effect it returns counts. */
    prepare(query: KeywordTrendQuery): Effect.Effect<Effect.Effect<Body<typeof KeywordTrendResult>>, InvalidParameter>
  }
>()("@heddle/server/posts/KeywordTrend") {
  static readonly layer = Layer.effect(
    KeywordTrend,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keyword = sql.literal("k.keyword")

      const count = Effect.fn("KeywordTrend.count")(function* (
        encoded: ReadonlyArray<string>,
        { keywords, days = trendDefaultDays, language = defaultLanguage, include_engagement }: KeywordTrendQuery
      ) {
        const { first, from, until } = lastDays(days, yield* now)
        // Each total stays an integer that JSON and the driver can hold.
        const rows = yield* sql<CountedDay>`
          SELECT k.place, floor(extract(epoch FROM p.posted_at) / 86400)::bigint AS day, count(*) AS posts,
            least(sum(p.like_count), ${Number.MAX_SAFE_INTEGER}::bigint)::bigint AS likes,
            least(sum(p.reply_count), ${Number.MAX_SAFE_INTEGER}::bigint)::bigint AS replies,
            least(sum(p.repost_count), ${Number.MAX_SAFE_INTEGER}::bigint)::bigint AS reposts,
            least(sum(p.reshare_count), ${Number.MAX_SAFE_INTEGER}::bigint)::bigint AS reshares
          FROM posts p
          JOIN jsonb_array_elements_text(${JSON.stringify(encoded)}::jsonb) WITH ORDINALITY AS k (keyword, place)
            ON ${contains(sql, keyword)}
          WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND ${sql.in("p.language", languagesOf(language))}
          GROUP BY 1, 2`.pipe(Effect.orDie)
        const counted = new Map(rows.map((row) => [`${row.place} ${row.day}`, row]))
        const engaged = include_engagement === true
        return {
          data: keywords.map((keyword, index) => ({
            keyword,
            days: Array.from({ length: days }, (_, at) =>
              // SQL counts places from 1.
              trendDay(first + at, counted.get(`${index + 1} ${first + at}`) ?? nothing, engaged)
            )
          }))
        }
      })

      const prepare = Effect.fnUntraced(function* (query: KeywordTrendQuery) {
        return count(yield* encodeKeywords("keywords", query.keywords), query)
      })

      return KeywordTrend.of({ prepare })
    })
  )
}

interface Counted {
  readonly posts: number
  readonly likes: number
  readonly replies: number
  readonly reposts: number
  readonly reshares: number
}

interface CountedDay extends Counted {
  /** The keyword's place in the list, from 1. */
  readonly place: number
  /** Days since 1970 in UTC. */
  readonly day: number
}

const nothing: Counted = { posts: 0, likes: 0, replies: 0, reposts: 0, reshares: 0 }

const trendDay = (day: number, { posts, likes, replies, reposts, reshares }: Counted, engaged: boolean) => ({
  date: new Date(day * dayMillis).toISOString().slice(0, 10),
  post_count: posts,
  ...(engaged ? { like_count: likes, reply_count: replies, repost_count: reposts, reshare_count: reshares } : {})
})
