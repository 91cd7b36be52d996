/** Random posts of an episode, each with the reports of it that follow one another, up to a day late and more. */
import { type Caption, captions } from "../../apps/server/test/support/oracle/Captions.ts"
import { type Counts, demands, type Post, type Thresholds } from "../../apps/server/test/support/oracle/Demand.ts"
import type { Choices } from "../support/Seeds.ts"
import { maxSkewMillis } from "./Cluster.ts"

const minute = 60_000
const hour = 60 * minute
const postsOfEpisode = 30

export interface EpisodePost {
  readonly code: string
  readonly caption: Caption
  readonly postedAt: number
  /** When the episode began; nothing arrives before. */
  readonly plannedAt: number
  /** In the order of observation. */
  readonly reports: ReadonlyArray<Counts>
  isDeleted: boolean
}

const ages = [0, 0, minute, hour - 10 * minute, hour, 10 * hour, 24 * hour - 15 * minute, 24 * hour - minute, 24 * hour]
const lateAges = [24 * hour + 4 * minute, 24 * hour + 6 * minute, 48 * hour, 71 * hour, 72 * hour + 6 * minute]

export const makePosts = (episode: string, { below, of }: Choices): ReadonlyArray<EpisodePost> => {
  const plannedAt = Date.now()
  const counts = (): Counts => ({
    likes: of(9, 10, 49, 50, 499, 500, 500, 1_000, 1_000),
    replies: of(0, 5, 99, 100, 200, 200),
    views: of(null, 19_999, 20_000, 30_000, 30_000)
  })
  return Array.from({ length: postsOfEpisode }, (_, index) => {
    const caption = captions[below(captions.length)] ?? { text: "", language: "other" }
    const postedAt = plannedAt - of(0, ...ages, ...ages, ...lateAges)
    const reports = Array.from({ length: 1 + below(3) }, counts)
    return { code: `${episode}-${index}`, caption, postedAt, plannedAt, reports, isDeleted: false }
  })
}

/**
 * The line of one report. It was observed long before the episode, because an observation counts as of the receiving
 * clock at the latest: from a slow one it would be older than the observation before it.
 */
export const lineOf = (post: EpisodePost, index: number): string => {
  const counts = post.reports[index]
  return JSON.stringify({
    type: "post",
    code: post.code,
    caption: post.caption.text,
    username: "amy",
    post_timestamp: post.postedAt / 1_000,
    observed_at: (post.plannedAt - 3 * maxSkewMillis) / 1_000 + index,
    like_count: counts?.likes,
    reply_count: counts?.replies,
    impression_count: counts?.views
  })
}

const withCounts = ({ caption, postedAt }: EpisodePost, counts: Counts): Post => ({ caption, postedAt, ...counts })

/** Whether a round with any of the clocks must have made the event by `until`. */
export const isDemanded = (rule: Thresholds, post: EpisodePost, until: number): boolean => {
  const last = post.reports.at(-1)
  return last !== undefined && !post.isDeleted && demands(rule, withCounts(post, last), until + maxSkewMillis)
}

/** Whether a round with one of the clocks may have made the event at some time. */
export const isAllowed = (rule: Thresholds, post: EpisodePost): boolean =>
  post.reports.some((counts) => demands(rule, withCounts(post, counts), post.plannedAt - maxSkewMillis))
