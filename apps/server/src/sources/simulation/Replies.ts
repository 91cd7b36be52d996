/** Finds the replies to a post by searching the time in which a reply can appear. */
import type { Network } from "./Network.ts"
import { isDeletedAt } from "./Observation.ts"
import { derivePost, type SimulatedPost } from "./SimulatedPost.ts"
import { postedAt, type PostId, postsIn, slotOf } from "./Slots.ts"
import { maxReplyGapMillis, mayReplyToSlots, parentOf } from "./Threads.ts"

const keyOf = ({ slot, index }: PostId): string => `${slot}:${index}`

const byTime = (network: Network, slot: number): ReadonlyArray<PostId> =>
  Array.from({ length: postsIn(network, slot) }, (_, index) => ({ slot, index })).toSorted(
    (a, b) => postedAt(network, a) - postedAt(network, b)
  )

/**
 * The first descendants of a post as of a Unix time in milliseconds, oldest first. Omits deleted posts and their
 * descendants.
 */
export const repliesBelow = (
  network: Network,
  root: PostId,
  millis: number,
  atMost: number
): ReadonlyArray<SimulatedPost> => {
  const thread = new Set([keyOf(root)])
  const slots = new Set([root.slot])
  const found: Array<SimulatedPost> = []
  let lastAt = postedAt(network, root)
  for (let slot = root.slot; slot <= slotOf(Math.min(millis, lastAt + maxReplyGapMillis)); slot++) {
    for (const id of byTime(network, slot)) {
      if (found.length === atMost) return found
      if (postedAt(network, id) > millis || !mayReplyToSlots(network, id, slots)) continue
      const parent = parentOf(network, id)
      if (parent === null || !thread.has(keyOf(parent))) continue
      const post = derivePost(network, id)
      if (isDeletedAt(post, millis)) continue
      found.push(post)
      thread.add(keyOf(id))
      slots.add(slot)
      lastAt = post.at
    }
  }
  return found
}
