/** Keyword search over the stored posts (service.md, `/post/search`; decisions, "Matching a keyword"). */
import {
  type Body,
  invalidParameter,
  type InvalidParameter,
  searchDefaultDays,
  searchMaxDays,
  SearchQuery,
  type SearchResult,
  withDefaults
} from "@heddle/api"
import type { EncodedKeyword } from "@heddle/text"
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { dayMillis, hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { Secrets } from "../../runtime/Secrets.ts"
import { decodeCursor, encodeCursor, type CursorPosition } from "./Cursor.ts"
import { contains, containsByIndex } from "../../store/posts/ContainsKeyword.ts"
import { namedWithoutSign } from "../authors/NamedWithoutSign.ts"
import { encodeKeywords } from "../filters/KeywordFilter.ts"
import { languagesOf } from "../filters/LanguageFilter.ts"
import { areLatin, makeOtherLanguages } from "../filters/OtherLanguages.ts"
import { basicPost, detailedPost, postColumns, withAuthors } from "../../store/posts/PostRow.ts"
import { type Least, makeFromTheTop, type TopSizes } from "./FromTheTop.ts"
import { type FoundRow, orders, type SearchOrder } from "./SearchOrder.ts"
import { scanChunks, type Window } from "../../store/scan/ChunkedScan.ts"

const complete = withDefaults(SearchQuery)

type Contains = (sql: SqlClient.SqlClient, keyword: EncodedKeyword) => Statement.Fragment

interface SearchPlan {
  readonly window: Window
  readonly languages: ReadonlyArray<string>
  /** A post that matches has one of them; empty where another filter is narrower. */
  readonly keywords: ReadonlyArray<EncodedKeyword>
  readonly least: ReadonlyArray<Least>
  readonly afterCursor: Statement.Fragment
  readonly order: SearchOrder
  /** With `atLeast`, only posts whose sort value is no smaller. */
  readonly filter: (contains: Contains, atLeast: number | null) => Statement.Fragment
  readonly limit: number
}

/** What the posts found so far leave to be found. */
interface Needed {
  readonly limit: number
  /** The sort value below which no post can be among the first `limit`; null as long as there are fewer. */
  readonly atLeast: number | null
}

export class Search extends Context.Service<
  Search,
  {
    /** Validates what the schema cannot, without reading; the effect it returns runs the search. */
    prepare(query: SearchQuery): Effect.Effect<Effect.Effect<Body<typeof SearchResult>>, InvalidParameter>
  }
>()("@heddle/server/queries/search/Search") {
  static readonly layerFrom = (sizes: TopSizes) =>
    Layer.effect(
      Search,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const secrets = yield* Secrets
        const otherLanguages = makeOtherLanguages(sql)
        const findFromTheTop = makeFromTheTop(sql, sizes)

        /** Walks the time index in result order and tests each post, until there are enough. */
        const scanByTime = ({ order, filter }: SearchPlan, { from, until }: Window, { limit }: Needed) =>
          withAuthors(
            sql,
            sql`
            SELECT ${sql.literal(postColumns)} FROM posts p
            WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND ${filter(contains, null)}
            ORDER BY ${sql.literal(order.value)} DESC, p.code DESC LIMIT ${limit}`
          ).unprepared

        /** Reads only matching posts, through the term index. `+ interval '0'` keeps the planner off the time index. */
        const lookUpTerms = ({ order, filter }: SearchPlan, { from, until }: Window, { limit, atLeast }: Needed) =>
          withAuthors(
            sql,
            sql`
            SELECT ${sql.literal(postColumns)} FROM posts p
            WHERE p.posted_at >= ${from} AND p.posted_at < ${until}
              AND ${filter(containsByIndex, atLeast)}
            ORDER BY ${sql.literal(order.byTime ? `(${order.value} + interval '0')` : order.value)} DESC, p.code DESC
            LIMIT ${limit}`
          ).unprepared

        const find = Effect.fnUntraced(function* (plan: SearchPlan) {
          const { window, order, limit } = plan
          const top = yield* findFromTheTop({ ...plan, matches: plan.filter(contains, null) })
          if (top !== null) return top
          let found: ReadonlyArray<FoundRow> = []
          // In time order, the first small chunk is scanned: that is enough for a common keyword. The rest uses the index.
          let query = order.byTime ? scanByTime : lookUpTerms
          yield* scanChunks(window, (chunk) =>
            Effect.gen(function* () {
              const last = found[limit - 1]
              const needed = order.byTime
                ? { limit: limit - found.length, atLeast: null }
                : { limit, atLeast: last === undefined ? null : order.valueOf(last) }
              const rows = yield* query(plan, chunk, needed)
              found = [...found, ...rows].toSorted(order.compare).slice(0, limit)
              query = lookUpTerms
            })
          ).pipe(
            Stream.takeUntil(() => order.byTime && found.length === limit),
            Stream.runDrain
          )
          return found
        })

        const prepare = Effect.fnUntraced(function* (query: SearchQuery) {
          // A cursor fixes every parameter except the page size.
          const { cursor, limit: _limit, ...pinned } = query
          const { limit, language, match, post_type, include_details, sort } = complete(query)
          const wanted = yield* encodeKeywords("keywords", query.keywords)
          const unwanted = yield* encodeKeywords("exclude", query.exclude ?? [])
          const time = yield* now
          const page = cursor === undefined || cursor === "" ? null : yield* decodeCursor(secrets, pinned, cursor, time)
          const at = page?.at ?? time
          const window = yield* timeWindow(query, at)
          const order = orders[sort]
          const afterCursor =
            page === null
              ? sql`true`
              : sql`(${sql.literal(order.value)}, p.code) < (${order.parameter(sql, page.after[0])}, ${page.after[1]})`
          // PostgreSQL tests conditions of equal cost in this order: counts stand first in a row and take the least time,
          // keywords by far the most.
          const matches = (containsWanted: Contains, atLeast: number | null, ofLanguage: Statement.Fragment) =>
            sql.and([
              ...(atLeast === null ? [] : [sql`${sql.literal(order.value)} >= ${order.parameter(sql, atLeast)}`]),
              ...(query.min_likes === undefined ? [] : [sql`p.like_count >= ${query.min_likes}`]),
              ...(query.min_replies === undefined ? [] : [sql`p.reply_count >= ${query.min_replies}`]),
              ...(post_type === "thread" ? [sql`NOT p.is_reply`] : []),
              ...(post_type === "reply" ? [sql`p.is_reply`] : []),
              ...(query.min_views === undefined ? [] : [sql`p.impression_count >= ${query.min_views}`]),
              ...(query.username === undefined ? [] : [sql`p.username = ${query.username}`]),
              ...(page === null ? [] : [afterCursor]),
              ofLanguage,
              (match === "all" ? sql.and : sql.or)(wanted.map((keyword) => containsWanted(sql, keyword))),
              ...unwanted.map((keyword) => sql`NOT ${contains(sql, keyword)}`)
            ])
          const languages = languagesOf(language)
          const filter = (containsWanted: Contains, atLeast: number | null) =>
            matches(containsWanted, atLeast, sql.in("p.language", languages))
          const isNarrow = query.username !== undefined || (match === "all" && wanted.length > 1)
          const mayMissLanguage = query.language === undefined && page === null && areLatin(query.keywords)
          return Effect.gen(function* () {
            const rows = yield* Effect.orDie(
              find({
                window: windowOfPage(window, order, page),
                languages,
                keywords: isNarrow ? [] : wanted,
                least: leastOf(query),
                afterCursor,
                order,
                filter,
                limit: limit + 1
              })
            )
            const shown = rows.slice(0, limit)
            const last = shown.at(-1)
            const position: CursorPosition | null =
              rows.length > limit && last !== undefined ? { at, after: [order.valueOf(last), last.code] } : null
            return {
              data: shown.map(include_details ? detailedPost : basicPost),
              next_cursor: position === null ? null : encodeCursor(secrets, pinned, position),
              notices:
                shown.length > 0
                  ? []
                  : [
                      ...(query.username?.startsWith("@") === true ? [namedWithoutSign(query.username)] : []),
                      ...(mayMissLanguage
                        ? [yield* otherLanguages(window, matches(containsByIndex, null, sql`true`))]
                        : [])
                    ]
            }
          }).pipe(Effect.withSpan("Search.run"))
        })

        return Search.of({ prepare })
      })
    )

  static readonly layer = Search.layerFrom({ fewestPosts: 20_000, firstPosts: 2_000 })
}

const leastOf = ({ min_likes, min_replies, min_views }: Omit<SearchQuery, "cursor">): ReadonlyArray<Least> => [
  ...(min_likes === undefined ? [] : [{ measure: "likes", count: min_likes } as const]),
  ...(min_replies === undefined ? [] : [{ measure: "replies", count: min_replies } as const]),
  ...(min_views === undefined ? [] : [{ measure: "impressions", count: min_views } as const])
]

/** In time order, a page starts where the page before ended. */
const windowOfPage = (window: Window, { byTime }: SearchOrder, page: CursorPosition | null): Window =>
  byTime && page !== null ? { ...window, until: plusMillis(new Date(page.after[0]), 1) } : window

const timeWindow = (query: Omit<SearchQuery, "cursor">, at: Date) => {
  const oldest = plusMillis(at, -searchMaxDays * dayMillis)
  const ago = (hours: number) => plusMillis(at, -hours * hourMillis)
  const until = query.until !== undefined ? new Date(query.until * 1000) : plusMillis(ago(query.min_age_hours ?? 0), 1)
  const unfiltered = [query.min_age_hours, query.max_age_hours, query.since, query.until].every((v) => v === undefined)
  const from =
    query.since !== undefined
      ? new Date(query.since * 1000)
      : query.max_age_hours !== undefined
        ? ago(query.max_age_hours)
        : unfiltered
          ? plusMillis(at, -searchDefaultDays * dayMillis)
          : oldest
  // A second of grace for callers that compute "90 days ago" themselves.
  const tooOld = (date: Date) => plusMillis(date, 1000) < oldest
  if (query.since !== undefined && tooOld(from)) {
    return Effect.fail(invalidParameter({ path: "since", message: `must be at most ${searchMaxDays} days ago` }))
  }
  if (query.until !== undefined && until <= oldest) {
    return Effect.fail(invalidParameter({ path: "until", message: `must be less than ${searchMaxDays} days ago` }))
  }
  return Effect.succeed({ from, until })
}
