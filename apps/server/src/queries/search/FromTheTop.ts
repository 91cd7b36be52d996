/**
 * A page by a count for common keywords: reads the prominent posts from the top until enough of them match. The term index
 * would read every post with the keyword to find the few with the highest counts.
 */
import type { EncodedKeyword } from "@heddle/text"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { postColumns, withAuthors } from "../../store/posts/PostRow.ts"
import { fromPostsAt } from "../../store/posts/PostsByCode.ts"
import type { Window } from "../../store/scan/ChunkedScan.ts"
import { estimatedPosts } from "../rollups/TermTotals.ts"
import { topProminent } from "../rollups/TopProminent.ts"
import type { FoundRow, SearchOrder } from "./SearchOrder.ts"

export interface TopSizes {
  /** With fewer posts to read, the term index is faster than the choice of the prominent ones. */
  readonly fewestPosts: number
  /** Read first, to see which share of them matches. */
  readonly firstPosts: number
}

interface TopPlan {
  readonly window: Window
  readonly order: SearchOrder
  readonly languages: ReadonlyArray<string>
  /** A post that matches has one of them. Empty where an index finds the posts faster. */
  readonly keywords: ReadonlyArray<EncodedKeyword>
  /** Conditions on `p`: on counts and code, and all of them. */
  readonly afterCursor: Statement.Fragment
  readonly matches: Statement.Fragment
  readonly limit: number
}

/** Above the expected need, because matching posts are not spread evenly. */
const margin = 1.5

/** Null if the posts have to be found another way. */
export const makeFromTheTop = (sql: SqlClient.SqlClient, { fewestPosts, firstPosts }: TopSizes) => {
  const matching = ({ order, matches, limit }: TopPlan, keys: Parameters<typeof fromPostsAt>[1]) =>
    withAuthors(
      sql,
      sql`
        SELECT ${sql.literal(postColumns)} ${fromPostsAt(sql, keys)} AND ${matches}
        ORDER BY ${sql.literal(order.value)} DESC, p.code DESC LIMIT ${limit}`
    ).unprepared

  return Effect.fnUntraced(function* (plan: TopPlan) {
    const { window, order, languages, keywords, afterCursor, limit } = plan
    const { measure } = order
    if (measure === null || keywords.length === 0) return null
    const posts = yield* estimatedPosts(sql, keywords, languages, window)
    if (posts < fewestPosts) return null
    let size = firstPosts
    while (size <= posts) {
      const wanted = { window, languages, measure, where: afterCursor, ties: "p.code DESC", size }
      const { completeFrom, keys } = yield* topProminent(sql, wanted)
      if (completeFrom === null || completeFrom > window.from || keys.length === 0) return null
      const rows: ReadonlyArray<FoundRow> = yield* matching(plan, keys)
      if (rows.length === limit) return rows
      // All posts that reach the floor were read, or none of them matches.
      if (keys.length < size || rows.length === 0) return null
      size = Math.ceil((margin * size * limit) / rows.length)
    }
    return null
  })
}
