/**
 * The part of the history that a new machine receives: everything from the last hour or so, and ever fewer conversations
 * before that, to keep the start fast. A later start keeps an unchanged subset of what an earlier one kept or saw live.
 */
import { hourMillis } from "../../runtime/Time.ts"
import type { Network } from "./Network.ts"
import { fraction, purposes } from "./Random.ts"
import { postedAt, type PostId } from "./Slots.ts"
import { rootOf } from "./Threads.ts"

export interface Thinning {
  readonly startMillis: number
  /** Every conversation younger than this at the start is kept. */
  readonly fullMillis: number
}

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
  options: { readonly postsPerMinute: number; readonly historyHours: number; readonly historyPosts: number }
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
  return { startMillis, fullMillis: high * hourMillis }
}

/** Keeps or drops whole conversations, so that a reply has its parent. */
export const keeps = (thinning: Thinning, network: Network, id: PostId): boolean => {
  if (postedAt(network, id) > thinning.startMillis) return true
  const root = rootOf(network, id)
  const age = thinning.startMillis - postedAt(network, root)
  return fraction(network.seed, root.slot, root.index, purposes.rank) < densityAt(thinning, age)
}
