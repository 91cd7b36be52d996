/** What a search looks for: the query of a call as conditions of a statement. */
import { invalidParameter, searchDefaultDays, searchMaxDays, SearchQuery, withDefaults } from "@heddle/api"
import type { EncodedKeyword } from "@heddle/text"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { dayMillis, hourMillis, plusMillis } from "../../runtime/Time.ts"
import { contains, containsByIndex } from "../../store/posts/PostsByCode.ts"
import type { Window } from "../../store/scan/ChunkedScan.ts"
import { encodeKeywords, languagesOf } from "../filters/Filters.ts"
import type { NewestQuery } from "./NewestPosts.ts"
import { type CursorPosition, orders, type SearchOrder } from "./Cursor.ts"
import type { Measure } from "../../store/rollups/Floors.ts"

const complete = withDefaults(SearchQuery)

type Contains = (sql: SqlClient.SqlClient, keyword: EncodedKeyword) => Statement.Fragment

export interface Least {
  readonly measure: Measure
  /** Only posts with a count as high. */
  readonly count: number
}

export interface SearchPlan {
  readonly window: Window
  readonly languages: ReadonlyArray<string>
  /** A post that matches has one of them; empty where another filter is narrower. */
  readonly keywords: ReadonlyArray<EncodedKeyword>
  readonly least: ReadonlyArray<Least>
  /** On counts, time and code of posts `p`. */
  readonly afterCursor: Statement.Fragment
  readonly order: SearchOrder
  /** With `atLeast`, only posts whose sort value is no smaller. */
  readonly filter: (contains: Contains, atLeast: Statement.Fragment | null) => Statement.Fragment
  /** The same for posts of all authors by time, newest first; null for other searches. */
  readonly newest: NewestQuery | null
  readonly limit: number
}

type TimeFilter = Pick<SearchQuery, "since" | "until" | "min_age_hours" | "max_age_hours">

/** From when on: without any filter of time, the last days; with one, as far back as a search may go. */
const startOfWindow = ({ since, until, min_age_hours, max_age_hours }: TimeFilter, at: Date): Date => {
  if (since !== undefined) return new Date(since * 1000)
  if (max_age_hours !== undefined) return plusMillis(at, -max_age_hours * hourMillis)
  const isUnfiltered = until === undefined && min_age_hours === undefined
  return plusMillis(at, -(isUnfiltered ? searchDefaultDays : searchMaxDays) * dayMillis)
}

const timeWindow = (filter: TimeFilter, at: Date) => {
  const { since, until: given, min_age_hours = 0 } = filter
  const oldest = plusMillis(at, -searchMaxDays * dayMillis)
  const from = startOfWindow(filter, at)
  const until = given === undefined ? plusMillis(at, 1 - min_age_hours * hourMillis) : new Date(given * 1000)
  // A second of grace for callers that compute "90 days ago" themselves.
  if (since !== undefined && plusMillis(from, 1000) < oldest) {
    return Effect.fail(invalidParameter({ path: "since", message: `must be at most ${searchMaxDays} days ago` }))
  }
  if (given !== undefined && until <= oldest) {
    return Effect.fail(invalidParameter({ path: "until", message: `must be less than ${searchMaxDays} days ago` }))
  }
  return Effect.succeed({ from, until })
}

const leastOf = ({ min_likes, min_replies, min_views }: Omit<SearchQuery, "cursor">): ReadonlyArray<Least> => [
  ...(min_likes === undefined ? [] : [{ measure: "likes", count: min_likes } as const]),
  ...(min_replies === undefined ? [] : [{ measure: "replies", count: min_replies } as const]),
  ...(min_views === undefined ? [] : [{ measure: "impressions", count: min_views } as const])
]

/** In time order, a page starts where the page before ended. */
const windowOfPage = (window: Window, { byTime }: SearchOrder, page: CursorPosition | null): Window =>
  byTime && page !== null ? { ...window, until: plusMillis(new Date(page.after[0]), 1) } : window

/**
 * Validates what the schema cannot, without reading. `at` is the time of the first page, `page` where this one continues.
 * Returns the plan for posts of an author, or of all (null).
 */
export const makeSearchPlans = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (query: SearchQuery, at: Date, page: CursorPosition | null) {
    const { limit, language, match, post_type, sort } = complete(query)
    const wanted = yield* encodeKeywords("keywords", query.keywords)
    const unwanted = yield* encodeKeywords("exclude", query.exclude ?? [])
    const window = yield* timeWindow(query, at)
    const order = orders[sort]
    const afterCursor =
      page === null
        ? sql`true`
        : sql`(${sql.literal(order.value)}, p.code) < (${order.parameter(sql, page.after[0])}, ${page.after[1]})`
    const languages = languagesOf(language)
    return (authorId: string | null) => {
      // PostgreSQL tests conditions of equal cost in this order: counts stand first in a row and take the least time,
      // keywords by far the most.
      const matches = (containsWanted: Contains, atLeast: Statement.Fragment | null, ofLanguage: Statement.Fragment) =>
        sql.and([
          ...(atLeast === null ? [] : [sql`${sql.literal(order.value)} >= ${atLeast}`]),
          ...(query.min_likes === undefined ? [] : [sql`p.like_count >= ${query.min_likes}`]),
          ...(query.min_replies === undefined ? [] : [sql`p.reply_count >= ${query.min_replies}`]),
          ...(post_type === "thread" ? [sql`NOT p.is_reply`] : []),
          ...(post_type === "reply" ? [sql`p.is_reply`] : []),
          ...(query.min_views === undefined ? [] : [sql`p.impression_count >= ${query.min_views}`]),
          ...(authorId === null ? [] : [sql`p.author_id = ${authorId}`]),
          ...(page === null ? [] : [afterCursor]),
          ofLanguage,
          (match === "all" ? sql.and : sql.or)(wanted.map((keyword) => containsWanted(sql, keyword))),
          ...unwanted.map((keyword) => sql`NOT ${contains(sql, keyword)}`)
        ])
      const isNarrow = authorId !== null || (match === "all" && wanted.length > 1)
      const newest: NewestQuery = {
        languages,
        keywords: wanted,
        match,
        exclude: unwanted,
        leastLikes: query.min_likes ?? null,
        leastReplies: query.min_replies ?? null,
        leastViews: query.min_views ?? null,
        isReply: post_type === "all" ? null : post_type === "reply",
        before: page?.after ?? null
      }
      const plan: SearchPlan = {
        window: windowOfPage(window, order, page),
        languages,
        keywords: isNarrow ? [] : wanted,
        least: leastOf(query),
        afterCursor,
        order,
        filter: (containsWanted, atLeast) => matches(containsWanted, atLeast, sql.in("p.language", languages)),
        newest: order.byTime && authorId === null ? newest : null,
        limit: limit + 1
      }
      return { plan, window, matchesInAnyLanguage: () => matches(containsByIndex, null, sql`true`) }
    }
  })
