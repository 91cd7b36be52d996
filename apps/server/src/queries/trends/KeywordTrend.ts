/** The number of posts that contain a keyword, by day (service.md, `/post/keyword-trend`). */
import {
  type Body,
  type InvalidParameter,
  KeywordTrendQuery,
  type KeywordTrendResult,
  type Language,
  withDefaults
} from "@heddle/api"
import { keywordNotices } from "@heddle/api/keywords"
import type { EncodedKeyword } from "@heddle/text"
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { isoDay, now, startOf } from "../../runtime/Time.ts"
import { containsByIndex } from "../../store/posts/PostsByCode.ts"
import { encodeKeywords, languagesOf, lastDays } from "../filters/Filters.ts"
import { areLatin, makeOtherLanguages } from "../filters/OtherLanguages.ts"
import { cappedSum, type DayTotals, keptTotals } from "../rollups/TermTotals.ts"
import { callScan, type Window } from "../../store/scan/ChunkedScan.ts"

const complete = withDefaults(KeywordTrendQuery)

export class KeywordTrend extends Context.Service<
  KeywordTrend,
  {
    /** Validates the keywords without reading; the effect it returns counts the posts. */
    prepare(query: KeywordTrendQuery): Effect.Effect<Effect.Effect<Body<typeof KeywordTrendResult>>, InvalidParameter>
  }
>()("@heddle/server/queries/trends/KeywordTrend") {
  static readonly layer = Layer.effect(
    KeywordTrend,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const scan = yield* callScan
      const otherLanguages = makeOtherLanguages(sql, scan)
      const sumOf = (column: string) => cappedSum(sql, column)

      const totals = (keyword: EncodedKeyword, language: Language, { from, until }: Window) =>
        sql<DayTotals>`
          SELECT floor(date_part('epoch', p.posted_at) / 86400)::int AS day, count(*) AS posts,
            ${sumOf("p.like_count")} AS likes, ${sumOf("p.reply_count")} AS replies,
            ${sumOf("p.repost_count")} AS reposts, ${sumOf("p.reshare_count")} AS reshares
          FROM posts p
          WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND ${containsByIndex(sql, keyword)}
            AND ${sql.in("p.language", languagesOf(language))}
          GROUP BY 1`.unprepared

      const count = Effect.fn("KeywordTrend.count")(function* (
        encoded: ReadonlyArray<EncodedKeyword>,
        query: KeywordTrendQuery
      ) {
        const { keywords, days, language, include_engagement } = complete(query)
        const window = lastDays(days, yield* now)
        const countsByKeyword = new Map<string, Map<number, Totals>>()
        for (const keyword of new Set(encoded)) {
          const kept = yield* keptTotals(sql, keyword, languagesOf(language), window.first)
          // Days before the first kept one are counted post by post.
          const until = kept === null ? window.until : earlier(window.until, startOf(kept.from))
          const scanned =
            window.from < until
              ? scan.chunks({ from: window.from, until }, (chunk) => totals(keyword, language, chunk))
              : Stream.empty
          const byDay = yield* scanned.pipe(
            Stream.runFold(() => addDays(new Map(), kept?.days ?? []), addDays),
            Effect.orDie
          )
          countsByKeyword.set(keyword, byDay)
        }
        const foundNothing = [...countsByKeyword.values()].every((byDay) => byDay.size === 0)
        return {
          notices: [
            ...keywordNotices(keywords),
            ...(foundNothing && query.language === undefined && areLatin(keywords)
              ? [yield* otherLanguages(window, sql.or(encoded.map((keyword) => containsByIndex(sql, keyword))))]
              : [])
          ],
          data: keywords.map((keyword, index) => ({
            keyword,
            days: Array.from({ length: days }, (_, at) =>
              trendDay(
                window.first + at,
                countsByKeyword.get(encoded[index] ?? "")?.get(window.first + at) ?? noPosts,
                include_engagement
              )
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

type Totals = Omit<DayTotals, "day">

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

const noPosts: Totals = { posts: 0, likes: 0, replies: 0, reposts: 0, reshares: 0 }

/** Adds up, because two chunks can share a day. */
const addDays = (days: Map<number, Totals>, rows: ReadonlyArray<DayTotals>) => {
  for (const { day, ...totals } of rows) days.set(day, sum(days.get(day) ?? noPosts, totals))
  return days
}

const add = (one: number, other: number): number => Math.min(one + other, Number.MAX_SAFE_INTEGER)

const sum = (one: Totals, other: Totals): Totals => ({
  posts: add(one.posts, other.posts),
  likes: add(one.likes, other.likes),
  replies: add(one.replies, other.replies),
  reposts: add(one.reposts, other.reposts),
  reshares: add(one.reshares, other.reshares)
})

const trendDay = (day: number, { posts, likes, replies, reposts, reshares }: Totals, includeEngagement: boolean) => ({
  date: isoDay(day),
  post_count: posts,
  ...(includeEngagement
    ? { like_count: likes, reply_count: replies, repost_count: reposts, reshare_count: reshares }
    : {})
})
