/** What a post gets in the end, and how much of it by a given age. */
import { between, logBetween, normal, type Random } from "./Random.ts"
import type { Role } from "./Threads.ts"

/** Final numbers; not whole, so that floors of them grow at their own times. */
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

export interface Counts {
  readonly like_count: number
  readonly reply_count: number
  readonly repost_count: number
  readonly reshare_count: number
  readonly impression_count: number | null
}

const minuteMillis = 60_000
const mostLikes = 150_000

interface Spread {
  /** Powers of ten of the final likes. Few posts take most of it. */
  readonly median: number
  readonly deviation: number
  /** When the first wave is over, for the slowest. */
  readonly slowestMinutes: number
}

const spreadByRole: Readonly<Record<Role, Spread>> = {
  leader: { median: 2.1, deviation: 0.7, slowestMinutes: 45 },
  ordinary: { median: 0.95, deviation: 0.65, slowestMinutes: 150 },
  reply: { median: 0.35, deviation: 0.7, slowestMinutes: 150 }
}

/** By the author's own hour: what is written in the evening is seen by more people. */
const liftByHour = [
  1, 0.85, 0.7, 0.65, 0.65, 0.7, 0.8, 0.95, 1.05, 1, 0.95, 1.05, 1.2, 1.1, 0.95, 0.9, 0.95, 1, 1.1, 1.2, 1.35, 1.45,
  1.35, 1.15
]

export const drawEngagement = (random: Random, role: Role, reach: number, localHour: number): Engagement => {
  const { median, deviation, slowestMinutes } = spreadByRole[role]
  const lift = reach * (liftByHour[localHour] ?? 1)
  const likes = Math.min(mostLikes, lift * 10 ** normal(random, median, deviation))
  const fastMillis = logBetween(random, 4, slowestMinutes) * minuteMillis
  return {
    likes,
    replies: likes * logBetween(random, 0.02, 0.2) + (role === "leader" ? between(random, 2, 8) : random.next()),
    reposts: likes * logBetween(random, 0.01, 0.12),
    reshares: likes * logBetween(random, 0.005, 0.08),
    // More than all reactions together at every age, as everything grows along one curve.
    views: 12 + likes * logBetween(random, 12, 70) + lift * logBetween(random, 20, 400),
    fastMillis,
    slowMillis: fastMillis * between(random, 12, 40),
    shareOfSlow: between(random, 0.05, 0.4),
    viewsAfterMillis: between(random, 1.5, 5) * 60 * minuteMillis
  }
}

const grown = (age: number, scale: number, steepness: number): number => 1 - Math.exp(-((age / scale) ** steepness))

/** From 0 to 1. A sharp start, as those who follow see a post first, and a long tail. */
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
