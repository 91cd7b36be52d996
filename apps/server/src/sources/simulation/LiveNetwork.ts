/** Live reads of the network. Every post can be read, whether or not the stream emitted it. */
import { Clock, Effect, Result } from "effect"
import type { LivePost, LiveReads } from "../../live/LiveSource.ts"
import { exists, type Network, postedAt, type PostId, postsIn, slotOf } from "./Slots.ts"
import { isDeletedAt, postChange, userChange } from "./Timeline.ts"
import { idOf } from "./PostCode.ts"
import { derivePost, type SimulatedPost } from "./SimulatedPost.ts"
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
const repliesBelow = (network: Network, root: PostId, millis: number, atMost: number): ReadonlyArray<SimulatedPost> => {
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

const visiblePost = (network: Network, code: string, millis: number): readonly [PostId, SimulatedPost] | null => {
  const id = idOf(network.seed, code)
  if (id === null || !exists(network, id, millis)) return null
  const post = derivePost(network, id)
  return isDeletedAt(post, millis) ? null : [id, post]
}

const livePost = (post: SimulatedPost, millis: number): LivePost => ({
  post: postChange(post, millis),
  author: userChange(post.author, millis)
})

/** The results by identifier; omits those that do not exist. */
const readings = <A>(identifiers: ReadonlyArray<string>, read: (identifier: string) => A | null) =>
  new Map(
    identifiers.flatMap((identifier) => {
      const value = read(identifier)
      return value === null ? [] : [[identifier, Result.succeed(value)] as const]
    })
  )

export const liveNetwork = (network: Network): LiveReads => {
  const authors = new Map(
    network.authors.flatMap((author) => [[author.id, author] as const, [author.username, author] as const])
  )
  return {
    posts: (codes) =>
      Effect.map(Clock.currentTimeMillis, (millis) =>
        readings(codes, (code) => {
          const found = visiblePost(network, code, millis)
          return found === null ? null : livePost(found[1], millis)
        })
      ),
    users: (usernames) =>
      Effect.map(Clock.currentTimeMillis, (millis) =>
        readings(usernames, (username) => {
          const author = authors.get(username)
          return author === undefined ? null : userChange(author, millis)
        })
      ),
    replies: (code, atMost) =>
      Effect.map(Clock.currentTimeMillis, (millis) => {
        const found = visiblePost(network, code, millis)
        return found === null
          ? []
          : repliesBelow(network, found[0], millis, atMost).map((post) => livePost(post, millis))
      })
  }
}
