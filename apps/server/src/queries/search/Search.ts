/** Keyword search over the stored posts (service.md, `/post/search`; decisions, "Matching a keyword"). */
import { type Body, type InvalidParameter, SearchQuery, type SearchResult, withDefaults } from "@heddle/api"
import { keywordNotices } from "@heddle/api/keywords"
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { Secrets } from "../../runtime/Secrets.ts"
import { now } from "../../runtime/Time.ts"
import { contains, containsByIndex } from "../../store/posts/PostsByCode.ts"
import { basicPost, detailedPost, postColumns, withAuthors } from "../../store/posts/PostRow.ts"
import { callScan, type Window } from "../../store/scan/ChunkedScan.ts"
import { hintFor, knownAuthors } from "../authors/KnownAuthor.ts"
import { areLatin, makeOtherLanguages } from "../filters/OtherLanguages.ts"
import { estimatedPosts } from "../rollups/TermTotals.ts"
import { type CursorPosition, decodeCursor, encodeCursor, type FoundRow } from "./Cursor.ts"
import { makeFromTheTop, type TopSizes } from "./FromTheTop.ts"
import { makeNewestPosts } from "./NewestPosts.ts"
import { makeSearchPlans, type SearchPlan } from "./SearchPlan.ts"

const complete = withDefaults(SearchQuery)

/** A keyword that fewer posts have is found faster through the index of terms. */
const scannedPerRow = 5

export class Search extends Context.Service<
  Search,
  {
    /** Validates what the schema cannot, without reading; the effect it returns runs the search. */
    prepare(query: SearchQuery): Effect.Effect<Effect.Effect<Body<typeof SearchResult>>, InvalidParameter>
  }
>()("@heddle/server/queries/search/Search") {
  static readonly layerFrom = (sizes: TopSizes & { readonly sampledPosts: number }) =>
    Layer.effect(
      Search,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const secrets = yield* Secrets
        const findFromTheTop = makeFromTheTop(sql, sizes)
        const planOf = makeSearchPlans(sql)
        const newestPosts = makeNewestPosts(sql)
        const scan = yield* callScan
        const otherLanguages = makeOtherLanguages(sql, scan)

        /** The posts of a chunk that are among the first `limit`. */
        const findIn = (
          { order, filter, limit }: SearchPlan,
          { from, until }: Window,
          atLeast: Statement.Fragment | null
        ) =>
          withAuthors(
            sql,
            sql`
            SELECT ${sql.literal(postColumns)} FROM posts p
            WHERE p.posted_at >= ${from} AND p.posted_at < ${until}
              AND ${filter(containsByIndex, atLeast)}
            ORDER BY ${sql.literal(order.value)} DESC, p.code DESC
            LIMIT ${limit}`
          ).unprepared

        /** The least of the first `limit` values of a sample: the first `limit` posts of the window have no smaller ones. */
        const leastOfSample = ({ window: { from, until }, order, filter, limit }: SearchPlan, posts: number) =>
          // With this share, the sample has about as many matching posts as there are with greater values: few of both.
          sql`coalesce((
            SELECT ${sql.literal(order.value)}
            FROM posts p TABLESAMPLE SYSTEM (${Math.min(100, 100 * Math.sqrt(limit / posts))}::float8)
            WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND ${filter(contains, null)}
            ORDER BY 1 DESC OFFSET ${limit - 1} LIMIT 1), -1)`

        /** About how many posts have the keywords; 0 if another filter is narrower, or if posts are found by time alone. */
        const postsOf = ({ window, keywords, languages, order, least }: SearchPlan) =>
          keywords.length === 0 || (order.byTime && least.length === 0)
            ? Effect.succeed(0)
            : estimatedPosts(sql, keywords, languages, window)

        /** The author whose posts are asked for; null for those of all. The id of an unknown one belongs to no post. */
        const authorOf = Effect.fnUntraced(function* (username: string | undefined) {
          if (username === undefined) return { authorId: null, notices: [] }
          const { found, former } = yield* knownAuthors(sql, [username])
          const hint = hintFor(username, former)
          return found.get(username) ?? { authorId: username, notices: hint === undefined ? [] : [hint] }
        })

        /** In no order. */
        const find = Effect.fnUntraced(function* (plan: SearchPlan) {
          const { window, order, limit, newest } = plan
          const posts = yield* postsOf(plan)
          const top = yield* findFromTheTop(plan, posts)
          if (top !== null) return top
          if (scan.isAtOnce && !order.byTime && posts >= sizes.sampledPosts)
            return yield* findIn(plan, window, leastOfSample(plan, posts))
          let found: ReadonlyArray<FoundRow> = []
          let scanned = scannedPerRow * limit
          yield* scan
            .chunks(window, (chunk) =>
              Effect.gen(function* () {
                const last = found[limit - 1]
                const atLeast = last === undefined || order.byTime ? null : order.parameter(sql, order.valueOf(last))
                const rows = yield* newest === null
                  ? findIn(plan, chunk, atLeast)
                  : newestPosts(newest, chunk, { wanted: limit - found.length, scanned })
                found = [...found, ...rows].toSorted(order.compare).slice(0, limit)
                scanned = 0
              })
            )
            .pipe(
              Stream.takeUntil(() => order.byTime && found.length === limit),
              Stream.runDrain
            )
          return found
        })

        const prepare = Effect.fnUntraced(function* (query: SearchQuery) {
          // A cursor fixes every parameter except the page size.
          const { cursor, limit: _limit, ...pinned } = query
          const { limit, include_details } = complete(query)
          const time = yield* now
          const page = cursor === undefined || cursor === "" ? null : yield* decodeCursor(secrets, pinned, cursor, time)
          const at = page?.at ?? time
          const planFor = yield* planOf(query, at, page)
          const mayMissLanguage = query.language === undefined && page === null && areLatin(query.keywords)
          return Effect.gen(function* () {
            const { authorId, ...author } = yield* authorOf(query.username)
            const { plan, window, matchesInAnyLanguage } = planFor(authorId)
            const rows = (yield* Effect.orDie(find(plan))).toSorted(plan.order.compare)
            const shown = rows.slice(0, limit)
            const last = shown.at(-1)
            const foundNothing = shown.length === 0
            const position: CursorPosition | null =
              rows.length > limit && last !== undefined ? { at, after: [plan.order.valueOf(last), last.code] } : null
            return {
              data: shown.map(include_details ? detailedPost : basicPost),
              next_cursor: position === null ? null : encodeCursor(secrets, pinned, position),
              notices: [
                ...keywordNotices([...query.keywords, ...(query.exclude ?? [])]),
                ...author.notices,
                ...(foundNothing && mayMissLanguage ? [yield* otherLanguages(window, matchesInAnyLanguage())] : [])
              ]
            }
          })
        })

        return Search.of({ prepare })
      })
    )

  static readonly layer = Search.layerFrom({ fewestPosts: 20_000, firstPosts: 2_000, sampledPosts: 5_000 })
}
