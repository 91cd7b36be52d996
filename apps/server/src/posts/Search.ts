/** Keyword search over the stored posts (service.md, `/post/search`; decisions, "Matching a keyword"). */
import {
  type Body,
  defaultLanguage,
  invalidParameter,
  type InvalidParameter,
  searchDefaultDays,
  searchDefaultLimit,
  searchMaxDays,
  type SearchQuery,
  type SearchResult
} from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { dayMillis, hourMillis, now, plusMillis } from "../Now.ts"
import { Secrets } from "../Secrets.ts"
import { decodeCursor, encodeCursor, type Position } from "./Cursor.ts"
import { contains, encodeKeywords } from "./KeywordFilter.ts"
import { languagesOf } from "./LanguageFilter.ts"
import { type AuthorColumns, basicPost, detailedPost, postColumns, type PostRow } from "./PostRow.ts"

export class Search extends Context.Service<
  Search,
  {
    /** Refuses what the schema cannot judge and reads nothing; the effect it returns runs the search. */
    prepare(query: SearchQuery): Effect.Effect<Effect.Effect<Body<typeof SearchResult>>, InvalidParameter>
  }
>()("@heddle/server/posts/Search") {
  static readonly layer = Layer.effect(
    Search,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets

      const prepare = Effect.fnUntraced(function* (query: SearchQuery) {
        // A cursor pins everything but the page size.
        const { cursor, limit = searchDefaultLimit, ...pinned } = query
        const wanted = yield* encodeKeywords("keywords", query.keywords)
        const unwanted = yield* encodeKeywords("exclude", query.exclude ?? [])
        const time = yield* now
        const page = cursor === undefined || cursor === "" ? null : yield* decodeCursor(secrets, pinned, cursor, time)
        const at = page?.at ?? time
        const { from, until } = yield* timeWindow(query, at)
        const sort = sql.literal(sortExpressions[query.sort ?? "recent"])
        const filter = sql.and([
          sql`p.posted_at >= ${from}`,
          sql`p.posted_at < ${until}`,
          sql.in("p.language", languagesOf(query.language ?? defaultLanguage)),
          (query.match === "all" ? sql.and : sql.or)(wanted.map((keyword) => contains(sql, keyword))),
          ...unwanted.map((keyword) => sql`NOT ${contains(sql, keyword)}`),
          ...(query.post_type === "thread" ? [sql`NOT p.is_reply`] : []),
          ...(query.post_type === "reply" ? [sql`p.is_reply`] : []),
          ...(query.username === undefined ? [] : [sql`p.username = ${query.username}`]),
          ...(query.min_likes === undefined ? [] : [sql`p.like_count >= ${query.min_likes}`]),
          ...(query.min_replies === undefined ? [] : [sql`p.reply_count >= ${query.min_replies}`]),
          ...(query.min_views === undefined ? [] : [sql`p.impression_count >= ${query.min_views}`]),
          ...(page === null ? [] : [sql`(${sort}, p.code) < (${page.after[0]}::bigint, ${page.after[1]})`])
        ])
        return Effect.gen(function* () {
          const rows = yield* sql<PostRow & AuthorColumns & { readonly sortValue: number }>`
            SELECT ${sql.literal(postColumns)}, ${sort} AS sort_value
            FROM posts p LEFT JOIN authors a ON a.username = p.username
            WHERE ${filter} ORDER BY ${sort} DESC, p.code DESC LIMIT ${limit + 1}`.pipe(Effect.orDie)
          const shown = rows.slice(0, limit)
          const last = shown.at(-1)
          const position: Position | null =
            rows.length > limit && last !== undefined ? { at, after: [last.sortValue, last.code] } : null
          return {
            data: shown.map(query.include_details === true ? detailedPost : basicPost),
            next_cursor: position === null ? null : encodeCursor(secrets, pinned, position)
          }
        }).pipe(Effect.withSpan("Search.run"))
      })

      return Search.of({ prepare })
    })
  )
}

// Unknown views sort last. Seconds are exact as a cursor's integer; ties go by code.
const sortExpressions = {
  recent: "floor(extract(epoch FROM p.posted_at))::bigint",
  likes: "p.like_count",
  replies: "p.reply_count",
  views: "coalesce(p.impression_count, -1)"
} as const

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
  // A second of grace: a caller that computes "90 days ago" is not a second late.
  const tooOld = (date: Date) => plusMillis(date, 1000) < oldest
  if (query.since !== undefined && tooOld(from)) {
    return Effect.fail(invalidParameter({ path: "since", message: `must be at most ${searchMaxDays} days ago` }))
  }
  if (query.until !== undefined && until <= oldest) {
    return Effect.fail(invalidParameter({ path: "until", message: `must be less than ${searchMaxDays} days ago` }))
  }
  return Effect.succeed({ from, until })
}
