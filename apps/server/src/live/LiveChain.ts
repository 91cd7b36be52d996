/**
 * Merges the stored and the live posts of a thread (service.md, `/post/{code}/chain`). Reply links never change, so the
 * two sets only complement each other; a post in both has its live counts. If live reads fail, the answer is what is
 * stored.
 */
import { type Body, ChainQuery, type ChainResult, NotFound, Unavailable, withDefaults } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { now } from "../runtime/Time.ts"
import { Chain } from "../queries/threads/Chain.ts"
import { threadOrder, threadRootOf } from "../queries/threads/ThreadOrder.ts"
import { Settings } from "../runtime/Settings.ts"
import { findThreadRoot, type RootPath } from "./FindThreadRoot.ts"
import { chainPosts, linkOf } from "./LivePostRow.ts"
import { LiveReader } from "./LiveReader.ts"

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
