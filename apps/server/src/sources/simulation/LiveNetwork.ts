/** Live reads of the network. Every post can be read, whether or not the stream emitted it. */
import { Clock, Effect, Result } from "effect"
import type { LivePost, LiveReads } from "../../live/LiveSource.ts"
import type { Network } from "./Network.ts"
import { isDeletedAt, postChange, userChange } from "./Observation.ts"
import { idOf } from "./PostCode.ts"
import { repliesBelow } from "./Replies.ts"
import { derivePost, type SimulatedPost } from "./SimulatedPost.ts"
import { exists, type PostId } from "./Slots.ts"

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
  const authors = new Map(network.authors.map((author) => [author.username, author]))
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
