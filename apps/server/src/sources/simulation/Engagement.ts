/** A post's final engagement, and its growth by age. */
import type { Counts } from "../../store/posts/Counts.ts"
import { between, logBetween, normal, type Random } from "./Random.ts"
import type { Role } from "./Threads.ts"
import type { NonEmpty } from "./Languages.ts"

/** Final counts. They are fractional, so that their floors do not all increase at the same time. */
export interface Engagement {
  readonly likes: number
  readonly replies: number
  readonly reposts: number
  readonly reshares: number
  readonly views: number
  readonly fastMillis: number
  readonly slowMillis: number
  readonly shareOfSlow: number
  readonly viewsAfterMillis: number
}

const minuteMillis = 60_000
const maxLikes = 150_000

interface Spread {
  /** Of log10 of the final likes, which are log-normal: few posts get most of them. */
  readonly median: number
  readonly deviation: number
  /** The longest time constant of the first wave. */
  readonly slowestMinutes: number
}

const spreadByRole: Readonly<Record<Role, Spread>> = {
  leader: { median: 2.1, deviation: 0.7, slowestMinutes: 45 },
  ordinary: { median: 0.95, deviation: 0.65, slowestMinutes: 150 },
  reply: { median: 0.35, deviation: 0.7, slowestMinutes: 150 }
}

/** Reach by the author's local hour: evening posts are seen by more people. */
const liftByHour = [
  1, 0.85, 0.7, 0.65, 0.65, 0.7, 0.8, 0.95, 1.05, 1, 0.95, 1.05, 1.2, 1.1, 0.95, 0.9, 0.95, 1, 1.1, 1.2, 1.35, 1.45,
  1.35, 1.15
]

export const drawEngagement = (random: Random, role: Role, reach: number, localHour: number): Engagement => {
  const { median, deviation, slowestMinutes } = spreadByRole[role]
  const lift = reach * (liftByHour[localHour] ?? 1)
  const likes = Math.min(maxLikes, lift * 10 ** normal(random, median, deviation))
  const fastMillis = logBetween(random, 4, slowestMinutes) * minuteMillis
  return {
    likes,
    replies: likes * logBetween(random, 0.02, 0.2) + (role === "leader" ? between(random, 2, 8) : random.next()),
    reposts: likes * logBetween(random, 0.01, 0.12),
    reshares: likes * logBetween(random, 0.005, 0.08),
    // Exceeds all reactions together at every age, because all counts follow the same curve.
    views: 12 + likes * logBetween(random, 12, 70) + lift * logBetween(random, 20, 400),
    fastMillis,
    slowMillis: fastMillis * between(random, 12, 40),
    shareOfSlow: between(random, 0.05, 0.4),
    viewsAfterMillis: between(random, 1.5, 5) * 60 * minuteMillis
  }
}

const grown = (age: number, scale: number, steepness: number): number => 1 - Math.exp(-((age / scale) ** steepness))

/** From 0 to 1: a steep start, because followers see a post first, and a long tail. */
const shareAt = (engagement: Engagement, age: number): number =>
  (1 - engagement.shareOfSlow) * grown(age, engagement.fastMillis, 0.45) +
  engagement.shareOfSlow * grown(age, engagement.slowMillis, 0.8)

export const countsAtAge = (engagement: Engagement, ageMillis: number): Counts => {
  const share = shareAt(engagement, Math.max(0, ageMillis))
  return {
    like_count: Math.floor(engagement.likes * share),
    reply_count: Math.floor(engagement.replies * share),
    repost_count: Math.floor(engagement.reposts * share),
    reshare_count: Math.floor(engagement.reshares * share),
    impression_count: ageMillis < engagement.viewsAfterMillis ? null : Math.floor(engagement.views * share)
  }
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The ages at which a post is observed again: often while it is young and growing, less often later. */
export const checkpointsMillis: NonEmpty<number> = [
  5 * second,
  15 * second,
  30 * second,
  60 * second,
  2 * minute,
  6 * minute,
  20 * minute,
  45 * minute,
  90 * minute,
  3 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
  48 * hour,
  72 * hour,
  120 * hour,
  168 * hour
]

/** Posts are deleted at one of these checkpoints, aged 2 to 45 minutes, so no other times have to be scheduled. */
export const deletionCheckpoints = { first: 4, last: 7 }
