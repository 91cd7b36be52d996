/** The thread of a post, as far as it is stored (service.md, `/post/{code}/chain`). */
import { type Body, chainDefaultLimit, type ChainQuery, type ChainResult, NotFound } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { basicPost } from "./PostRow.ts"
import { postsByCode } from "./PostsByCode.ts"
import { type Link, threadOrder, topOf } from "./ThreadOrder.ts"

export class Chain extends Context.Service<
  Chain,
  { of(code: string, query: ChainQuery): Effect.Effect<Body<typeof ChainResult>, NotFound> }
>()("@heddle/server/posts/Chain") {
  static readonly layer = Layer.effect(
    Chain,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      // UNION drops what was there before, so that a circle ends.
      const ancestors = (code: string) =>
        sql<Link>`
          WITH RECURSIVE above AS (
            SELECT c.code, r.reply_to, c.posted_at FROM post_codes c LEFT JOIN replies r ON r.code = c.code
            WHERE c.code = ${code} AND c.deleted_at IS NULL
            UNION
            SELECT c.code, r.reply_to, c.posted_at
            FROM above JOIN post_codes c ON c.code = above.reply_to AND c.deleted_at IS NULL
            LEFT JOIN replies r ON r.code = c.code
          ) SELECT * FROM above`.pipe(Effect.orDie)

      // Every post has one parent: below a root that is nobody's reply no post can be met twice. The first posts in
      // thread order are never deeper than they are many.
      const descendants = (root: string, deepest: number) =>
        sql<Link>`
          WITH RECURSIVE thread AS (
            SELECT ${root}::text COLLATE "C" AS code, NULL::text COLLATE "C" AS reply_to, NULL::timestamptz AS posted_at,
              0 AS depth
            UNION ALL
            SELECT r.code, r.reply_to, r.posted_at, thread.depth + 1
            FROM replies r JOIN thread ON r.reply_to = thread.code
            WHERE r.code <> ${root} AND thread.depth < ${deepest}::int
          ) SELECT code, reply_to, posted_at FROM thread WHERE depth > 0`.pipe(Effect.orDie)

      const posts = (codes: ReadonlyArray<string>) =>
        postsByCode(sql, codes).pipe(
          Effect.map((rows) => new Map([...rows].map(([code, row]) => [code, basicPost(row)]))),
          Effect.orDie
        )

      const of = Effect.fn("Chain.of")(function* (code: string, query: ChainQuery) {
        const unknown = new NotFound({ detail: `No post ${code} is stored.` })
        const top = topOf(code, yield* ancestors(code))
        if (top === undefined) return yield* unknown
        const atMost = (query.limit ?? chainDefaultLimit) - 1
        const order = threadOrder(top.code, yield* descendants(top.code, atMost), atMost)
        const found = yield* posts([top.code, ...order.map(({ code }) => code)])
        const root = found.get(top.code)
        // Deleted since we looked, as replies may be.
        if (root === undefined) return yield* unknown
        const replies = order.flatMap(({ code, depth }) => {
          const post = found.get(code)
          return post === undefined ? [] : [{ ...post, depth, source: "stored" as const }]
        })
        return { data: { root, replies } }
      })

      return Chain.of({ of })
    })
  )
}
