/** The posts that models are trained on: some of every hour, so that a busy day does not outweigh the others. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { hourMillis, plusMillis } from "../../runtime/Time.ts"
import { type FollowedPost, horizonMillis } from "./Courses.ts"
import { type Followed, makeFollowedPosts } from "./FollowedPosts.ts"

/** 14 days of posts that ended, and the 7 days since, whose posts say how the first hours and days go. */
const sampledHours = 14 * 24 + horizonMillis / hourMillis
/** About 20,000 in all. */
const postsPerHour = 40
/** Younger posts have nothing to tell. */
const youngestMillis = hourMillis
export const mostSampled = sampledHours * postsPerHour
/** Few enough not to hold up the embedded database. Where they do not go back far, the daily training has to do. */
const mostCounted = 50_000

const windowOf = (time: Date) => ({
  from: plusMillis(time, -sampledHours * hourMillis),
  until: plusMillis(time, -youngestMillis)
})

/** The first posts of the next hour that has any, and where to continue. */
const hourFrom = (time: Date, posts: ReadonlyArray<FollowedPost>) => {
  const [first] = posts
  if (first === undefined) return undefined
  const hours = Math.floor((first.postedAt.getTime() - time.getTime()) / hourMillis) + 1
  const next = plusMillis(time, hours * hourMillis)
  return { sampled: posts.filter(({ postedAt }) => postedAt < next), next }
}

export interface SampleProgress {
  readonly hours: number
  readonly of: number
}

/** The earliest first. */
export const readSample = Effect.fn("readSample")(function* (
  sql: SqlClient.SqlClient,
  time: Date,
  report: (progress: SampleProgress) => void
) {
  const { firstOf, withSnapshots } = makeFollowedPosts(sql)
  const { from: begin, until } = windowOf(time)
  const posts: Array<Followed> = []
  let from = begin
  while (from < until) {
    const hour = hourFrom(from, yield* firstOf(from, until, postsPerHour))
    if (hour === undefined) break
    posts.push(...(yield* withSnapshots(hour.sampled)))
    from = hour.next
    report({ hours: Math.round((from.getTime() - begin.getTime()) / hourMillis), of: sampledHours })
  }
  return posts
})

/** About how many posts a sample at this time would have. */
export const sampleSize = (sql: SqlClient.SqlClient, time: Date) => {
  const { from, until } = windowOf(time)
  return Effect.map(
    sql<{ posts: number }>`
      SELECT coalesce(sum(least(posts, ${postsPerHour}::int)), 0)::int AS posts FROM (
        SELECT count(*)::int AS posts FROM (
          SELECT posted_at FROM posts WHERE posted_at >= ${from} AND posted_at < ${until}
          ORDER BY posted_at DESC LIMIT ${mostCounted}
        ) AS newest GROUP BY date_trunc('hour', posted_at)
      ) AS hours`.unprepared,
    ([row]) => row?.posts ?? 0
  )
}
