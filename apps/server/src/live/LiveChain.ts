/**
 * Merges the stored and the live posts of a thread (service.md, `/post/{code}/chain`). Reply links never change, so the
 * two sets only complement each other; a post in both has its live counts. If live reads fail, the answer is what is
 * stored.
 */
import { type Body, ChainQuery, type ChainResult, NotFound, Unavailable, withDefaults } from "@heddle/api"
import { Context, Effect, Layer, Result } from "effect"
import { Chain, maxAncestors } from "../queries/threads/Chain.ts"
import { type ReplyLink, threadOrder, threadRootOf } from "../queries/threads/ThreadOrder.ts"
import { Settings } from "../runtime/Settings.ts"
import { now } from "../runtime/Time.ts"
import type { Found } from "./GuardedSources.ts"
import type { LiveFailure, LivePost } from "./LiveSource.ts"
import { chainPosts, linkOf } from "./LivePostRow.ts"
import { type LiveCall, LiveReader } from "./LiveReader.ts"

/** Live reads are sequential: each ancestor is known only once its reply was read. */
const maxLiveSteps = 20

interface RootPath {
  readonly links: ReadonlyMap<string, ReplyLink>
  readonly read: ReadonlyArray<Found<LivePost>>
  /** Why an ancestor could not be read; null if the path is complete. */
  readonly failure: LiveFailure | null
}

const findThreadRoot = Effect.fnUntraced(function* (
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

const complete = withDefaults(ChainQuery)

export class LiveChain extends Context.Service<
  LiveChain,
  { of(code: string, query: ChainQuery): Effect.Effect<Body<typeof ChainResult>, NotFound | Unavailable> }
>()("@heddle/server/live/LiveChain") {
  static readonly layer = Layer.effect(
    LiveChain,
    Effect.gen(function* () {
      const stored = yield* Chain
      const reader = yield* LiveReader
      const { postUrlTemplate: urlTemplate } = yield* Settings

      const of = Effect.fn("LiveChain.of")(function* (code: string, query: ChainQuery) {
        const call = yield* reader.begin
        const path = yield* findThreadRoot(code, stored, call)
        const rootLink = threadRootOf(code, [...path.links.values()])
        if (rootLink === undefined) return yield* unknownPost(code, path)
        const atMost = complete(query).limit - 1
        const replies = atMost === 0 ? [] : yield* call.replies(rootLink.code)
        const live = new Map([...path.read, ...replies].toReversed().map((one) => [one.value.post.code, one]))
        const below = yield* stored.descendants([rootLink.code, ...live.keys()], atMost)
        // Stored links come last, and so win where the two disagree.
        const links = new Map([...[...live.values()].map(linkOf), ...below].map((link) => [link.code, link]))
        const order = threadOrder(rootLink.code, [...links.values()], atMost)
        const codes = [rootLink.code, ...order.map(({ code }) => code)]
        const post = chainPosts(yield* stored.posts(codes), live, { readAt: yield* now, urlTemplate })
        const root = post(rootLink.code)
        // Deleted since the links were read; replies can be missing for the same reason.
        if (root === undefined) return yield* unknownPost(code, path)
        return {
          data: {
            root: root.post,
            replies: order.flatMap(({ code, depth }) => {
              const reply = post(code)
              return reply === undefined ? [] : [{ ...reply.post, depth, source: reply.source }]
            })
          }
        }
      })

      return LiveChain.of({ of })
    })
  )
}

/** 503 instead of 404 if a live read failed, because the post may exist. */
const unknownPost = (code: string, { failure }: RootPath) =>
  failure === null || failure.reason === "not_found" || failure.reason === "unsupported"
    ? new NotFound({ detail: `No post ${code} is known.` })
    : new Unavailable({ detail: `No post ${code} is stored, and it could not be read live. ${failure.message}` })
