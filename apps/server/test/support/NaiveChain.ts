/** Threads as one would walk them by hand. */
import { type NetworkPost, ordered } from "./Network.ts"

const byAge = (posts: ReadonlyArray<NetworkPost>) =>
  ordered(
    posts,
    (post) => post.post_timestamp,
    (post) => post.code
  )

/** The ancestor nothing is above; in a circle its oldest post. */
export const naiveRoot = (posts: ReadonlyArray<NetworkPost>, post: NetworkPost): NetworkPost => {
  const above = (one: NetworkPost) => posts.find(({ code }) => code === one.reply_to)
  // After as many steps as there are posts we are at the top or in the circle.
  let top = post
  for (const _ of posts) top = above(top) ?? top
  const circle = [top]
  for (let next = above(top); next !== undefined && next !== top; next = above(next)) circle.push(next)
  return byAge(circle)[0] ?? top
}

export const naiveReplies = (
  posts: ReadonlyArray<NetworkPost>,
  root: string,
  parent: string,
  depth: number
): ReadonlyArray<readonly [string, number]> =>
  byAge(posts.filter(({ code, reply_to }) => reply_to === parent && code !== root)).flatMap(({ code }) => [
    [code, depth] as const,
    ...naiveReplies(posts, root, code, depth + 1)
  ])
