/**
 * The posts to learn from: a sample that is spread over days and hours of the day, so that a busy service does not learn
 * from the last minutes only. All are older than
 * the horizon, so that those that reach a threshold late are not counted as those that do not.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { hourMillis, plusMillis } from "../../runtime/Time.ts"
import { horizonMillis } from "./Courses.ts"
import { type Followed, makeFollowedPosts } from "./FollowedPosts.ts"

/** A sample of 14 days before the horizon: about 20,000 posts. */
const sampledHours = 14 * 24
const postsPerHour = 60

/** The earliest first. */
export const readTrainingPosts = Effect.fn("readTrainingPosts")(function* (sql: SqlClient.SqlClient, time: Date) {
  const { firstOf } = makeFollowedPosts(sql)
  const until = plusMillis(time, -horizonMillis)
  const posts: Array<Followed> = []
  for (let hour = sampledHours; hour > 0; hour--) {
    const from = plusMillis(until, -hour * hourMillis)
    posts.push(...(yield* firstOf(from, plusMillis(from, hourMillis), postsPerHour)))
  }
  return posts
})
