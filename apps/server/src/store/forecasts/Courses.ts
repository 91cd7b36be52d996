/** What is known of the counts of posts over time, as @heddle/forecast reads it. Pure. */
import type { ForecastMetric } from "@heddle/api"
import { forecastHours } from "@heddle/api"
import type { Course, CourseSoFar, Observation, Traits } from "@heddle/forecast"
import { dayMillis, hourMillis } from "../../runtime/Time.ts"
import type { CountColumns } from "../posts/Counts.ts"

/** The age at which every forecast ends. */
export const horizonMillis = forecastHours.until * hourMillis

/**
 * Sources look at old posts about once a day. A count that was last seen within a day of the horizon is therefore taken to
 * be the one at the horizon.
 */
const knownToHorizonFromMillis = horizonMillis - dayMillis

/** The counts of a post at one time. */
export interface Snapshot extends Pick<CountColumns, "likeCount" | "replyCount" | "impressionCount"> {
  readonly code: string
  readonly observedAt: Date
}

/** A post with its latest counts. */
export interface FollowedPost extends Snapshot {
  readonly postedAt: Date
  readonly language: string
  readonly isReply: boolean
  readonly hasMedia: boolean
  /** Of the caption without links, handles and shortcodes, in characters. */
  readonly length: number
  readonly followerCount: number | null
}

const countOf: Readonly<Record<ForecastMetric, (counts: Snapshot) => number | null>> = {
  views: ({ impressionCount }) => impressionCount,
  likes: ({ likeCount }) => likeCount,
  replies: ({ replyCount }) => replyCount
}

/** Null when the network does not tell. */
export const latestCount = (metric: ForecastMetric, post: Snapshot): number | null => countOf[metric](post)

const traitsOf = ({ postedAt, language, isReply, hasMedia, length, followerCount }: FollowedPost): Traits => ({
  followers: followerCount,
  hour: postedAt.getUTCHours() + postedAt.getUTCMinutes() / 60,
  language,
  length,
  hasMedia,
  isReply
})

/** The course of one count: the kept snapshots, and the latest counts, which need not be a snapshot. */
export const courseSoFar = (
  metric: ForecastMetric,
  post: FollowedPost,
  snapshots: ReadonlyArray<Snapshot>
): CourseSoFar => {
  const postedMillis = post.postedAt.getTime()
  const observations = new Map<number, Observation>()
  for (const snapshot of [...snapshots, post]) {
    const count = countOf[metric](snapshot)
    const ageMillis = snapshot.observedAt.getTime() - postedMillis
    if (count !== null && ageMillis > 0) observations.set(ageMillis, { ageMillis, count })
  }
  return {
    observations: [...observations.values()].toSorted((one, other) => one.ageMillis - other.ageMillis),
    traits: traitsOf(post)
  }
}

/** The course to learn from; null when nothing is known of the count. */
export const courseToLearn = (
  metric: ForecastMetric,
  post: FollowedPost,
  snapshots: ReadonlyArray<Snapshot>
): Course | null => {
  const { observations, traits } = courseSoFar(metric, post, snapshots)
  const last = observations.at(-1)
  if (last === undefined) return null
  return {
    observations: observations.filter(({ ageMillis }) => ageMillis <= horizonMillis),
    traits,
    knownUntilMillis:
      last.ageMillis >= knownToHorizonFromMillis ? Math.max(horizonMillis, last.ageMillis) : last.ageMillis
  }
}
