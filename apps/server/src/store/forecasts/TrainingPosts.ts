/**
 * The posts to learn from: a sample that is spread over days and hours of the day, so that a busy service does not learn
 * from the last minutes only. All are older than
 * the horizon, so that those that reach a threshold late are not counted as those that do not.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { hourMillis, plusMillis } from "../../runtime/Time.ts"
import { type FollowedPost, horizonMillis } from "./Courses.ts"
import { type Followed, makeFollowedPosts } from "./FollowedPosts.ts"

/** A sample of 14 days before the horizon: about 20,000 posts. */
const sampledHours = 14 * 24
const postsPerHour = 60

/** The first posts of the next hour that has any, and where to continue. */
const hourFrom = (time: Date, posts: ReadonlyArray<FollowedPost>) => {
  const [first] = posts
  if (first === undefined) return undefined
  const hours = Math.floor((first.postedAt.getTime() - time.getTime()) / hourMillis) + 1
  const next = plusMillis(time, hours * hourMillis)
  return { sampled: posts.filter(({ postedAt }) => postedAt < next), next }
}

/** The earliest first. */
export const readTrainingPosts = Effect.fn("readTrainingPosts")(function* (sql: SqlClient.SqlClient, time: Date) {
  const { firstOf, withSnapshots } = makeFollowedPosts(sql)
  const until = plusMillis(time, -horizonMillis)
  const posts: Array<Followed> = []
  let from = plusMillis(until, -sampledHours * hourMillis)
  while (from < until) {
    const hour = hourFrom(from, yield* firstOf(from, until, postsPerHour))
    if (hour === undefined) break
    posts.push(...(yield* withSnapshots(hour.sampled)))
    from = hour.next
  }
  return posts
})
