/** Posts whose counts are observed over time, as a source reports them. */
import { Effect } from "effect"
import { type PostInput, writePosts } from "./Posts.ts"

const hour = 3_600

/** The ages of the observations, in hours. */
const observedHours = [0.1, 0.25, 0.5, 1, 2, 3, 6, 12, 24, 48, 72, 120, 168]

export interface GrowingPost extends Partial<PostInput> {
  readonly code: string
  readonly post_timestamp: number
  /** Likes in the end; half of them come within the first three hours. */
  readonly likes: number
}

/** Every observation until `now`, in Unix seconds. */
export const writeGrowing = (posts: ReadonlyArray<GrowingPost>, now: number) =>
  Effect.forEach(
    observedHours,
    (age) => {
      const reports = posts
        .filter(({ post_timestamp }) => post_timestamp + age * hour <= now)
        .map(({ likes, ...post }) => {
          const count = Math.floor(likes * (age / (age + 3)))
          return {
            ...post,
            like_count: count,
            reply_count: Math.floor(count / 10),
            observed_at: post.post_timestamp + age * hour
          }
        })
      return reports.length === 0 ? Effect.void : writePosts(...reports)
    },
    { discard: true }
  )
