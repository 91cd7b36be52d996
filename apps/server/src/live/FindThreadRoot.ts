/** Finds the root of a post's thread through stored links and, where those end, live reads. */
import { Effect, Result } from "effect"
import { type Chain, maxAncestors } from "../queries/threads/Chain.ts"
import { type ReplyLink, threadRootOf } from "../queries/threads/ThreadOrder.ts"
import type { Found } from "./BestAnswer.ts"
import type { LiveFailure } from "./LiveFailure.ts"
import { linkOf } from "./LivePostRow.ts"
import type { LiveCall } from "./LiveReader.ts"
import type { LivePost } from "./LiveSource.ts"

/** Live reads are sequential: each ancestor is known only once its reply was read. */
const maxLiveSteps = 20

export interface RootPath {
  readonly links: ReadonlyMap<string, ReplyLink>
  readonly read: ReadonlyArray<Found<LivePost>>
  /** Why an ancestor could not be read; null if the path is complete. */
  readonly failure: LiveFailure | null
}

export const findThreadRoot = Effect.fnUntraced(function* (
  code: string,
  stored: Chain["Service"],
  call: LiveCall
): Effect.fn.Return<RootPath> {
  const links = new Map<string, ReplyLink>()
  const read: Array<Found<LivePost>> = []
  let next: string | null = code
  // Never more than the post and this many above it, stored or not.
  while (next !== null && links.size <= maxAncestors) {
    for (const link of yield* stored.ancestors(next, maxAncestors - links.size)) links.set(link.code, link)
    if (!links.has(next)) {
      if (read.length === maxLiveSteps) break
      const [first] = yield* call.posts([next])
      if (first === undefined) break
      if (Result.isFailure(first.answer)) return { links, read, failure: first.answer.failure }
      read.push(first.answer.success)
      links.set(next, linkOf(first.answer.success))
    }
    const parent: string | null = threadRootOf(next, [...links.values()])?.replyTo ?? null
    next = parent === null || links.has(parent) ? null : parent
  }
  return { links, read, failure: null }
})
