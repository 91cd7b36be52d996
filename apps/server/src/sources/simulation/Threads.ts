/** Reply structure. A post's index in its slot decides its role, so that parents are found without deriving posts. */
import { hourMillis } from "../../runtime/Time.ts"
import { type Network, postedAt, type PostId, postsIn, slotMillis, slotOf } from "./Slots.ts"
import { chance, fraction, logBetween, pick, purposes, type Random, randomOf } from "./Random.ts"
import type { NonEmpty } from "./Languages.ts"

/** Leaders start most conversations: they get more likes, and most replies go to them. */
export type Role = "leader" | "ordinary" | "reply"

const roles: NonEmpty<Role> = ["leader", "ordinary", "ordinary", "reply", "ordinary", "ordinary", "reply", "ordinary"]
const youngestParentMillis = 20_000
const oldestParentMillis = 3 * hourMillis
/** Slots searched backwards for a parent, starting with the drawn one. */
const parentSlots = 6
const shareOfNestedReplies = 0.3

const roleIn = (rotation: number, index: number): Role => roles[(index + rotation) % roles.length] ?? "ordinary"

// Rotated by slot: otherwise every post of a slow network, with one post per slot, would be a leader.
const rotationOf = ({ seed }: Network, slot: number): number =>
  Math.floor(roles.length * fraction(seed, slot, purposes.rotation))

export const roleOf = (network: Network, { slot, index }: PostId): Role => roleIn(rotationOf(network, slot), index)

const candidates = (network: Network, slot: number, role: Role, before: number): ReadonlyArray<PostId> => {
  const rotation = rotationOf(network, slot)
  const found: Array<PostId> = []
  const count = postsIn(network, slot)
  for (let index = 0; index < count; index++) {
    if (roleIn(rotation, index) === role && postedAt(network, { slot, index }) < before) found.push({ slot, index })
  }
  return found
}

const searchParent = (network: Network, random: Random, from: number, role: Role, before: number): PostId | null => {
  for (let slot = from; slot > from - parentSlots && slot >= 0; slot--) {
    const [first, ...rest] = candidates(network, slot, role, before)
    if (first !== undefined) return pick(random, [first, ...rest])
  }
  return null
}

/** The slot where the searchParent for a reply's parent starts. */
const firstParentSlot = (random: Random, at: number): number =>
  slotOf(at - logBetween(random, youngestParentMillis, oldestParentMillis))

const parentDraws = ({ seed }: Network, { slot, index }: PostId): Random => randomOf(seed, slot, index, purposes.parent)

/** The earlier post that this one replies to; null for a root post. */
export const parentOf = (network: Network, id: PostId): PostId | null => {
  if (roleOf(network, id) !== "reply") return null
  const random = parentDraws(network, id)
  const at = postedAt(network, id)
  const slot = firstParentSlot(random, at)
  return searchParent(network, random, slot, chance(random, shareOfNestedReplies) ? "reply" : "leader", at)
}

/** The longest time between a post and a reply to it. */
export const maxReplyGapMillis = oldestParentMillis + parentSlots * slotMillis

/** Whether the post's parent may be in one of these slots. A cheap test before the searchParent for the parent. */
export const mayReplyToSlots = (network: Network, id: PostId, slots: ReadonlySet<number>): boolean => {
  if (roleOf(network, id) !== "reply") return false
  const first = firstParentSlot(parentDraws(network, id), postedAt(network, id))
  for (let slot = first; slot > first - parentSlots; slot--) if (slots.has(slot)) return true
  return false
}

/** The root of the conversation, which determines its language and topic. */
export const rootOf = (network: Network, id: PostId): PostId => {
  const parent = parentOf(network, id)
  return parent === null ? id : rootOf(network, parent)
}
