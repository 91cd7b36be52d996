/** The way from a post up to the top of its thread, over what is stored and, where that ends, what the network tells. */
import { Effect, Result } from "effect"
import type { Chain } from "../queries/threads/Chain.ts"
import { type ReplyLink, threadRootOf } from "../queries/threads/ThreadOrder.ts"
import type { Found } from "./BestAnswer.ts"
import type { LiveFailure } from "./LiveFailure.ts"
import { linkOf } from "./LivePostRow.ts"
import type { LiveCall } from "./LiveReader.ts"
import type { LivePost } from "./LiveSource.ts"

/** Each is a question to the network, one after the other. */
const maxLiveSteps = 20

export interface Way {
  readonly links: ReadonlyMap<string, ReplyLink>
  readonly read: ReadonlyArray<Found<LivePost>>
  /** Why the way ends below a post that is said to be there; null when it ends at a top. */
  readonly failure: LiveFailure | null
}

export const findThreadRoot = Effect.fnUntraced(function* (
  code: string,
  stored: Chain["Service"],
  call: LiveCall
): Effect.fn.Return<Way> {
  const links = new Map<string, ReplyLink>()
  const read: Array<Found<LivePost>> = []
  let next: string | null = code
  while (next !== null) {
    for (const link of yield* stored.ancestors(next)) links.set(link.code, link)
    if (!links.has(next)) {
      if (read.length === maxLiveSteps) break
      const [first] = yield* call.posts([next])
      if (first === undefined) break
      if (Result.isFailure(first.answer)) return { links, read, failure: first.answer.failure }
      read.push(first.answer.success)
      links.set(next, linkOf(first.answer.success))
    }
    const above: string | null = threadRootOf(next, [...links.values()])?.replyTo ?? null
    next = above === null || links.has(above) ? null : above
  }
  return { links, read, failure: null }
})
