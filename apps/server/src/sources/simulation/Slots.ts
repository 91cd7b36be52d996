/** The network in slots, which are its minutes with their posts. */
import { type Author, makeAuthors } from "./Authors.ts"
import { fraction, purposes } from "./Random.ts"
import type { NonEmpty } from "./Languages.ts"

/** The parameters that every draw depends on. */
export interface Network {
  readonly seed: number
  readonly postsPerMinute: number
  readonly authors: NonEmpty<Author>
}

export const makeNetwork = (seed: number, postsPerMinute: number, authors: number): Network => ({
  seed,
  postsPerMinute,
  authors: makeAuthors(seed, authors)
})

export const slotMillis = 60_000
/** Keeps slot and index within a code's bits; far above the throughput of one process. */
export const maxPostsPerSlot = 65_536

export interface PostId {
  readonly slot: number
  readonly index: number
}

/** Activity by hour of the day in UTC, for authors mostly in East Asia. Nights stay busy enough for a demo. */
const activityByHour = [
  1.05, 1.05, 1, 1, 1.1, 1.05, 1, 0.95, 0.95, 1, 1.1, 1.15, 1.2, 1.25, 1.2, 1.05, 0.95, 0.85, 0.8, 0.8, 0.8, 0.85, 0.9,
  0.95
]

export const slotOf = (millis: number): number => Math.floor(millis / slotMillis)

export const hourOf = (slot: number): number => Math.floor(slot / 60) % 24

export const postsIn = ({ seed, postsPerMinute }: Network, slot: number): number => {
  const expected = postsPerMinute * (activityByHour[hourOf(slot)] ?? 1)
  return Math.min(maxPostsPerSlot, Math.floor(expected + fraction(seed, slot, purposes.rate)))
}

/** Unix time in milliseconds, on a whole second, as networks report it. */
export const postedAt = ({ seed }: Network, { slot, index }: PostId): number =>
  slot * slotMillis + Math.floor(60 * fraction(seed, slot, index, purposes.time)) * 1000

/** Whether the post exists at this time. */
export const exists = (network: Network, id: PostId, millis: number): boolean =>
  id.slot <= slotOf(millis) && id.index < postsIn(network, id.slot) && postedAt(network, id) <= millis

/** Posts from `after` (excluded) to `until` (included). */
export const postsBetween = (network: Network, after: number, until: number): ReadonlyArray<PostId> => {
  const found: Array<PostId> = []
  for (let slot = Math.max(0, slotOf(after)); slot <= slotOf(until); slot++) {
    const count = postsIn(network, slot)
    for (let index = 0; index < count; index++) {
      const at = postedAt(network, { slot, index })
      if (at > after && at <= until) found.push({ slot, index })
    }
  }
  return found
}
