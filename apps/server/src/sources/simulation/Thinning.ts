/**
 * The part of the network that a new machine receives. At the start: everything from the last hour or so, and ever fewer
 * conversations before that, to keep the start fast. Some of the long, successful posts are kept whatever their age, for
 * the inspiration library. A later start keeps an unchanged subset of what an earlier one kept or saw live. After the start
 * (`Past.ts`): the same share of all conversations of 30 days.
 */
import { hourMillis } from "../../runtime/Time.ts"
import { type Network, postedAt, type PostId } from "./Slots.ts"
import { fraction, purposes } from "./Random.ts"
import { derivePost } from "./SimulatedPost.ts"
import { roleOf, rootOf } from "./Threads.ts"

export interface Thinning {
  readonly startMillis: number
  /** Every conversation younger than this at the start is kept. */
  readonly fullMillis: number
  /** Of the posts of leaders, the share among which every long, successful one is kept. */
  readonly shareOfClassics: number
  /** Of the conversations of the past, the share that is filled in after the start. */
  readonly shareOfPast: number
}

const classicLikes = 1_000
/** In characters of any script. */
const classicLength = 210
/** Of the posts of the past. */
const budgetOfClassics = 0.08
/** About how many posts there are for each that is a classic. */
const postsPerClassic = 120

const steepness = 1.3
/** Bisection steps; precise to less than a second. */
const bisectionSteps = 40

const densityAt = ({ fullMillis }: Thinning, ageMillis: number): number =>
  ageMillis <= fullMillis ? 1 : (fullMillis / ageMillis) ** steepness

const expectedPosts = (postsPerHour: number, historyHours: number, fullHours: number): number =>
  postsPerHour * fullHours * (1 + (1 - (fullHours / historyHours) ** (steepness - 1)) / (steepness - 1))

/** Chooses `fullMillis` so that about `historyPosts` posts are kept in total. */
export const makeThinning = (
  startMillis: number,
  options: {
    readonly postsPerMinute: number
    readonly historyHours: number
    readonly historyPosts: number
    readonly shareOfPast: number
  }
): Thinning => {
  const postsPerHour = options.postsPerMinute * 60
  let low = 0
  let high = options.historyHours
  if (expectedPosts(postsPerHour, options.historyHours, high) > options.historyPosts) {
    for (let step = 0; step < bisectionSteps; step++) {
      const middle = (low + high) / 2
      if (expectedPosts(postsPerHour, options.historyHours, middle) > options.historyPosts) high = middle
      else low = middle
    }
  }
  const classics = (postsPerHour * options.historyHours) / postsPerClassic
  return {
    startMillis,
    fullMillis: high * hourMillis,
    shareOfPast: options.shareOfPast,
    shareOfClassics: Math.min(1, (budgetOfClassics * options.historyPosts) / classics)
  }
}

const isClassic = (network: Network, root: PostId): boolean => {
  if (roleOf(network, root) !== "leader") return false
  const { engagement, caption } = derivePost(network, root)
  return engagement.likes >= classicLikes && caption.length >= classicLength
}

const rankOf = (network: Network, root: PostId): number => fraction(network.seed, root.slot, root.index, purposes.rank)

/** Keeps or drops whole conversations, so that a reply has its parent; of the conversation below a classic nothing else. */
export const keepsAtStart = (thinning: Thinning, network: Network, id: PostId): boolean => {
  if (postedAt(network, id) > thinning.startMillis) return true
  const root = rootOf(network, id)
  const age = thinning.startMillis - postedAt(network, root)
  const rank = rankOf(network, root)
  return rank < densityAt(thinning, age) || (root === id && rank < thinning.shareOfClassics && isClassic(network, id))
}

/** Whether the conversation is one of those that are filled in, whatever its age. */
export const keepsInPast = (shareOfPast: number, network: Network, id: PostId): boolean =>
  rankOf(network, rootOf(network, id)) < shareOfPast

/** Whether a post is observed while it grows. */
export const keeps = (thinning: Thinning, network: Network, id: PostId): boolean =>
  keepsAtStart(thinning, network, id) || keepsInPast(thinning.shareOfPast, network, id)
