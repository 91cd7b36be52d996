/** An author's counts by day (decisions, `/user/{username}/follower-history`). */
import { type Body, FollowerHistoryQuery, type FollowerHistoryResult, type NotFound, withDefaults } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { dayMillis, isoDay, now, unixSeconds } from "../../runtime/Time.ts"
import { lastDays } from "../filters/Filters.ts"
import { requireAuthor } from "./KnownAuthor.ts"

/** An observation of an author's counts; a count that no source has reported is null. */
interface ReportedCounts {
  readonly observedAt: Date
  readonly followerCount: number | null
  readonly followingCount: number | null
  readonly postCount: number | null
}

/**
 * The last observation by the end of each day, oldest first; null before the first one. `first` is the first day, as the
 * number of days since 1970 in UTC.
 */
const dailyCounts = (
  /** Oldest first. */
  observations: ReadonlyArray<ReportedCounts>,
  first: number,
  days: number
): ReadonlyArray<ReportedCounts | null> => {
  let next = 0
  let last: ReportedCounts | null = null
  return Array.from({ length: days }, (_, index) => {
    const end = (first + index + 1) * dayMillis
    for (
      let current = observations[next];
      current !== undefined && current.observedAt.getTime() < end;
      current = observations[next]
    ) {
      last = current
      next += 1
    }
    return last
  })
}

const complete = withDefaults(FollowerHistoryQuery)

export class FollowerHistory extends Context.Service<
  FollowerHistory,
  { of(username: string, query: FollowerHistoryQuery): Effect.Effect<Body<typeof FollowerHistoryResult>, NotFound> }
>()("@heddle/server/queries/authors/FollowerHistory") {
  static readonly layer = Layer.effect(
    FollowerHistory,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const of = Effect.fn("FollowerHistory.of")(function* (username: string, query: FollowerHistoryQuery) {
        const { days } = complete(query)
        // One extra day, from which the first change is computed.
        const { first, from, until } = lastDays(days + 1, yield* now)
        const { authorId, notices } = yield* requireAuthor(sql, username)
        const observations = yield* sql<ReportedCounts>`
          SELECT m.observed_at, m.follower_count, m.following_count, m.post_count FROM author_metrics m
          WHERE m.author_id = ${authorId} AND m.hour < ${until} AND m.hour >= coalesce(
            (SELECT max(e.hour) FROM author_metrics e WHERE e.author_id = ${authorId} AND e.hour < ${from}), ${from})
          ORDER BY m.hour`.pipe(Effect.orDie)
        const counts = dailyCounts(observations, first, days + 1)
        return {
          notices,
          data: counts.slice(1).map((day, at) => ({
            date: isoDay(first + 1 + at),
            follower_count: day?.followerCount ?? null,
            follower_change: changeOf(counts[at]?.followerCount ?? null, day?.followerCount ?? null),
            following_count: day?.followingCount ?? null,
            post_count: day?.postCount ?? null,
            observed_at: day === null ? null : unixSeconds(day.observedAt)
          }))
        }
      })

      return FollowerHistory.of({ of })
    })
  )
}

const changeOf = (before: number | null, after: number | null): number | null =>
  before === null || after === null ? null : after - before
