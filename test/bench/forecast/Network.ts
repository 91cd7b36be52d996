/** Posts of the simulated network that a fresh installation shows: as its source reports them, with their 7th day. */
import {
  checkpointsMillis,
  countsAtAge,
  drawEngagement
} from "../../../apps/server/src/sources/simulation/Engagement.ts"
import { chance, logBetween, normal, randomOf } from "../../../apps/server/src/sources/simulation/Random.ts"
import { hourMillis, type Post } from "./Post.ts"

export type NetworkMetric = "like_count" | "reply_count" | "impression_count"

/** In the order of posting, over 30 days. */
export const networkPosts = (seed: number, count: number, metric: NetworkMetric): ReadonlyArray<Post> =>
  Array.from({ length: count }, (_, index) => {
    const random = randomOf(seed, index, 202)
    const postedAtMillis = ((index + random.next()) / count) * 30 * 24 * hourMillis
    const role = chance(random, 0.5) ? "reply" : chance(random, 0.9) ? "ordinary" : "leader"
    const hour = (postedAtMillis / hourMillis) % 24
    const engagement = drawEngagement(random, role, logBetween(random, 0.6, 1.8), Math.floor(hour))
    return {
      postedAtMillis,
      traits: {
        followers: Math.round(Math.exp(normal(random, Math.log(700), 1.6))),
        hour,
        language: chance(random, 0.6) ? "zh" : "en",
        length: Math.round(logBetween(random, 10, 400)),
        hasMedia: chance(random, 0.3),
        isReply: role === "reply"
      },
      countAt: (age) => countsAtAge(engagement, age)[metric] ?? 0,
      reportedAt: (untilMillis) => {
        const ages = checkpointsMillis.filter((age) => age <= untilMillis)
        return ages.filter((age) => countsAtAge(engagement, age)[metric] !== null)
      }
    }
  })
