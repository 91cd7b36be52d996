/**
 * The shape of a thread, pure. What replies to what is told by sources, so anything can come: parents that are not
 * stored, posts that answer each other in a circle, chains as deep as the store is large. Nothing here recurses.
 */
import { compareCodes } from "../leaderboards/Ranking.ts"

export interface Link {
  readonly code: string
  readonly replyTo: string | null
  readonly postedAt: Date
}

export interface Placed {
  readonly code: string
  readonly depth: number
}

const olderFirst = (a: Link, b: Link): number =>
  a.postedAt.getTime() - b.postedAt.getTime() || compareCodes(a.code, b.code)

/**
 * The top above a post: the ancestor whose parent is not among the links. In a circle, which has no top, it is the
 * oldest post of the circle, so that every post of the thread leads to the same.
 */
export const topOf = (code: string, ancestors: ReadonlyArray<Link>): Link | undefined => {
  const links = new Map(ancestors.map((link) => [link.code, link]))
  const parentOf = ({ replyTo }: Link) => (replyTo === null ? undefined : links.get(replyTo))
  const seen = new Set<Link>()
  let top = links.get(code)
  while (top !== undefined) {
    seen.add(top)
    const parent = parentOf(top)
    if (parent === undefined) return top
    if (seen.has(parent)) {
      const way = [...seen]
      return way.slice(way.indexOf(parent)).toSorted(olderFirst)[0]
    }
    top = parent
  }
  return undefined
}

/** The first posts below the root in thread order: each under the post it replies to, older ones first. */
export const threadOrder = (root: string, links: ReadonlyArray<Link>, atMost: number): ReadonlyArray<Placed> => {
  const repliesTo = new Map<string, Array<Link>>()
  for (const link of links) {
    // The root of a circle replies to one of its own replies; the thread ends there.
    if (link.replyTo === null || link.code === root) continue
    const siblings = repliesTo.get(link.replyTo)
    if (siblings === undefined) repliesTo.set(link.replyTo, [link])
    else siblings.push(link)
  }
  const placed: Array<Placed> = []
  // Those that come next, the very next one last.
  const waiting: Array<Placed> = []
  const wait = (code: string, depth: number) => {
    for (const reply of (repliesTo.get(code) ?? []).toSorted(olderFirst).toReversed()) {
      waiting.push({ code: reply.code, depth })
    }
  }
  wait(root, 1)
  while (placed.length < atMost) {
    const next = waiting.pop()
    if (next === undefined) break
    placed.push(next)
    wait(next.code, next.depth + 1)
  }
  return placed
}
