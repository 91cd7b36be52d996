/** Who answers whom. A post's place in its slot decides its role, so that a parent is found without looking at texts. */
import { hourMillis } from "../../runtime/Time.ts"
import type { Network } from "./Network.ts"
import { chance, fraction, logBetween, pick, purposes, type Random, randomOf } from "./Random.ts"
import { postedAt, type PostId, postsIn, slotMillis, slotOf } from "./Slots.ts"
import type { NonEmpty } from "./texts/Vocabulary.ts"

/** Leaders are the posts that conversations grow under: they are liked more, and nearly all answers go to them. */
export type Role = "leader" | "ordinary" | "reply"

const roles: NonEmpty<Role> = ["leader", "ordinary", "ordinary", "reply", "ordinary", "ordinary", "reply", "ordinary"]
const youngestParentMillis = 20_000
const oldestParentMillis = 3 * hourMillis
/** Slots that are searched, backwards, when the drawn one has nobody to answer. */
const parentSlots = 6
const shareOfNestedReplies = 0.3

const roleIn = (rotation: number, index: number): Role => roles[(index + rotation) % roles.length] ?? "ordinary"

// Turned by slot: otherwise a slow network, with one post a slot, would consist of leaders.
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

const search = (network: Network, random: Random, from: number, role: Role, before: number): PostId | null => {
  for (let slot = from; slot > from - parentSlots && slot >= 0; slot--) {
    const [first, ...rest] = candidates(network, slot, role, before)
    if (first !== undefined) return pick(random, [first, ...rest])
  }
  return null
}

/** Where the search for what a reply answers begins. */
const firstParentSlot = (random: Random, at: number): number =>
  slotOf(at - logBetween(random, youngestParentMillis, oldestParentMillis))

const parentDraws = ({ seed }: Network, { slot, index }: PostId): Random => randomOf(seed, slot, index, purposes.parent)

/** The earlier post that this one answers; null for a thread of its own. */
export const parentOf = (network: Network, id: PostId): PostId | null => {
  if (roleOf(network, id) !== "reply") return null
  const random = parentDraws(network, id)
  const at = postedAt(network, id)
  const slot = firstParentSlot(random, at)
  return search(network, random, slot, chance(random, shareOfNestedReplies) ? "reply" : "leader", at)
}

/** No answer comes later than this after what it answers. */
export const longestSilenceMillis = oldestParentMillis + parentSlots * slotMillis

/** Whether a post of one of these slots may be what this one answers: quickly told, so that few have to be searched. */
export const mayAnswer = (network: Network, id: PostId, slots: ReadonlySet<number>): boolean => {
  if (roleOf(network, id) !== "reply") return false
  const first = firstParentSlot(parentDraws(network, id), postedAt(network, id))
  for (let slot = first; slot > first - parentSlots; slot--) if (slots.has(slot)) return true
  return false
}

/** The top of the conversation; language and topic are its own. */
export const rootOf = (network: Network, id: PostId): PostId => {
  const parent = parentOf(network, id)
  return parent === null ? id : rootOf(network, parent)
}
