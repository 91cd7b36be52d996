/**
 * The thread of a post: what is stored and what the network tells at this moment, as one (service.md,
 * `/post/{code}/chain`). Who replied to whom never changes, so the two only add to each other; of a post that both
 * know the counts are the live ones. Whatever fails at the network, what is stored is answered.
 */
import { type Body, ChainQuery, type ChainResult, NotFound, Unavailable, withDefaults } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { now } from "../runtime/Time.ts"
import { Chain } from "../queries/threads/Chain.ts"
import { threadOrder, threadRootOf } from "../queries/threads/ThreadOrder.ts"
import { Settings } from "../runtime/Settings.ts"
import { findThreadRoot, type Way } from "./FindThreadRoot.ts"
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
        const way = yield* findThreadRoot(code, stored, call)
        const top = threadRootOf(code, [...way.links.values()])
        if (top === undefined) return yield* unknown(code, way)
        const atMost = complete(query).limit - 1
        const replies = atMost === 0 ? [] : yield* call.replies(top.code)
        const live = new Map([...way.read, ...replies].toReversed().map((one) => [one.value.post.code, one]))
        const below = yield* stored.descendants([top.code, ...live.keys()], atMost)
        // What is stored stands where two say different things.
        const links = new Map([...[...live.values()].map(linkOf), ...below].map((link) => [link.code, link]))
        const order = threadOrder(top.code, [...links.values()], atMost)
        const codes = [top.code, ...order.map(({ code }) => code)]
        const post = chainPosts(yield* stored.posts(codes), live, { readAt: yield* now, urlTemplate })
        const root = post(top.code)
        // Deleted since we looked, as replies may be.
        if (root === undefined) return yield* unknown(code, way)
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

/** A post that the network could not be asked about may well be there. */
const unknown = (code: string, { failure }: Way) =>
  failure === null || failure.reason === "not_found" || failure.reason === "unsupported"
    ? new NotFound({ detail: `No post ${code} is known here.` })
    : new Unavailable({ detail: `No post ${code} is stored, and it could not be read live. ${failure.message}` })
