/**
 * The structure of a thread; pure. Sources report the reply links, so anything is possible: missing parents, cycles, and
 * chains as deep as the store is large. Nothing here recurses.
 */
import { compareCodes } from "../../store/posts/PostsByCode.ts"

export interface ReplyLink {
  readonly code: string
  readonly replyTo: string | null
  readonly postedAt: Date
}

export interface ThreadEntry {
  readonly code: string
  readonly depth: number
}

const olderFirst = (a: ReplyLink, b: ReplyLink): number =>
  a.postedAt.getTime() - b.postedAt.getTime() || compareCodes(a.code, b.code)

/**
 * The root of a post's thread: the ancestor whose parent is not among the links. A cycle has no such post; its root is its
 * oldest post, so that every post of the thread has the same root. Undefined if the post is not among the links.
 */
export const threadRootOf = (code: string, ancestors: ReadonlyArray<ReplyLink>): ReplyLink | undefined => {
  const links = new Map(ancestors.map((link) => [link.code, link]))
  const parentOf = ({ replyTo }: ReplyLink) => (replyTo === null ? undefined : links.get(replyTo))
  const path = new Set<ReplyLink>()
  let current = links.get(code)
  while (current !== undefined) {
    path.add(current)
    const parent = parentOf(current)
    if (parent === undefined) return current
    if (path.has(parent)) {
      const visited = [...path]
      return visited.slice(visited.indexOf(parent)).toSorted(olderFirst)[0]
    }
    current = parent
  }
  return undefined
}

/** The first posts below the root, depth first: each after the post it replies to, older siblings first. */
export const threadOrder = (
  root: string,
  links: ReadonlyArray<ReplyLink>,
  atMost: number
): ReadonlyArray<ThreadEntry> => {
  const repliesTo = new Map<string, Array<ReplyLink>>()
  for (const link of links) {
    // Skips the root's own link: in a cycle, the root replies to one of its descendants.
    if (link.replyTo === null || link.code === root) continue
    const siblings = repliesTo.get(link.replyTo)
    if (siblings === undefined) repliesTo.set(link.replyTo, [link])
    else siblings.push(link)
  }
  const ordered: Array<ThreadEntry> = []
  const stack: Array<ThreadEntry> = []
  const pushReplies = (code: string, depth: number) => {
    for (const reply of (repliesTo.get(code) ?? []).toSorted(olderFirst).toReversed()) {
      stack.push({ code: reply.code, depth })
    }
  }
  pushReplies(root, 1)
  while (ordered.length < atMost) {
    const next = stack.pop()
    if (next === undefined) break
    ordered.push(next)
    pushReplies(next.code, next.depth + 1)
  }
  return ordered
}
