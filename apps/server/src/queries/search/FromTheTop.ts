/**
 * Pages for common keywords that few of the posts with the keyword are on: those with the greatest counts, or with counts of
 * at least so much. The prominent posts are read from the top until enough of them match. The term index would read every
 * post with the keyword.
 */
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { postColumns, withAuthors } from "../../store/posts/PostRow.ts"
import { contains, fromPostsAt } from "../../store/posts/PostsByCode.ts"
import { measureValues, topProminent } from "../rollups/TopProminent.ts"
import type { Measure } from "../../store/rollups/Floors.ts"
import type { FoundRow } from "./Cursor.ts"
import type { SearchPlan } from "./SearchPlan.ts"

export interface TopSizes {
  /** With fewer posts to read, the term index is faster than the choice of the prominent ones. */
  readonly fewestPosts: number
  /** Read first, to see which share of them matches. */
  readonly firstPosts: number
}

interface Way {
  readonly measure: Measure
  /** On the prominent posts `p`. */
  readonly orderBy: string
  readonly where: Statement.Fragment
  /** Of the measure; null where posts with any count may match. */
  readonly least: number | null
}

/** Above the expected need, because matching posts are not spread evenly. */
const margin = 1.5

/** Null if the posts have to be found another way. */
export const makeFromTheTop = (sql: SqlClient.SqlClient, { fewestPosts, firstPosts }: TopSizes) => {
  const matching = ({ order, filter, limit }: SearchPlan, keys: Parameters<typeof fromPostsAt>[1]) =>
    withAuthors(
      sql,
      sql`
        SELECT ${sql.literal(postColumns)} ${fromPostsAt(sql, keys)} AND ${filter(contains, null)}
        ORDER BY ${sql.literal(order.value)} DESC, p.code DESC LIMIT ${limit}`
    ).unprepared

  const waysOf = ({ order, least, afterCursor }: SearchPlan): ReadonlyArray<Way> => {
    const { measure } = order
    return measure === null
      ? least.map(({ measure, count }) => ({
          measure,
          orderBy: `${order.value} DESC, p.code DESC`,
          where: sql`${sql.literal(measureValues[measure])} >= ${count} AND ${afterCursor}`,
          least: count
        }))
      : [{ measure, orderBy: `${measureValues[measure]} DESC, p.code DESC`, where: afterCursor, least: null }]
  }

  const read = Effect.fnUntraced(function* (plan: SearchPlan, way: Way, posts: number) {
    const { window, languages, limit } = plan
    let size = firstPosts
    while (size <= posts) {
      const { completeFrom, floor, keys } = yield* topProminent(sql, { ...way, window, languages, size })
      if (completeFrom === null || floor === null || completeFrom > window.from) return null
      if (way.least !== null && way.least < floor) return null
      const rows: ReadonlyArray<FoundRow> = keys.length === 0 ? [] : yield* matching(plan, keys)
      const areAll = keys.length < size
      if (rows.length === limit || (areAll && way.least !== null)) return rows
      if (areAll || rows.length === 0) return null
      size = Math.ceil((margin * size * limit) / rows.length)
    }
    return null
  })

  /** `posts` is about how many posts have the keywords. */
  return Effect.fnUntraced(function* (plan: SearchPlan, posts: number) {
    if (posts < fewestPosts) return null
    for (const way of waysOf(plan)) {
      const rows = yield* read(plan, way, posts)
      if (rows !== null) return rows
    }
    return null
  })
}
