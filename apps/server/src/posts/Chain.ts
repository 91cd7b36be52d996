/** What is stored of a thread, for `live/LiveChain.ts`, which puts it together with what is read live. */
import type { Post } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { basicPost } from "./PostRow.ts"
import { postsByCode } from "./PostsByCode.ts"
import type { Link } from "./ThreadOrder.ts"

export class Chain extends Context.Service<
  Chain,
  {
    /** The post and all that is stored above it; nothing for an unknown post. */
    ancestors(code: string): Effect.Effect<ReadonlyArray<Link>>
    /** What is stored below these posts, which need not be stored themselves; each at most so many steps down. */
    descendants(codes: ReadonlyArray<string>, deepest: number): Effect.Effect<ReadonlyArray<Link>>
    /** By code; unknown posts are left out. */
    posts(codes: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, Post>>
  }
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

      // Every post has one parent, and replies to the posts we begin with are there from the beginning: no post is met
      // twice. The first posts in thread order are never deeper than they are many.
      const descendants = (codes: ReadonlyArray<string>, deepest: number) =>
        sql<Link>`
          WITH RECURSIVE tops AS (
            SELECT json_array_elements_text(${JSON.stringify(codes)}::json) COLLATE "C" AS code
          ), thread AS (
            SELECT r.code, r.reply_to, r.posted_at, 1 AS depth FROM replies r
            WHERE r.reply_to IN (SELECT code FROM tops) AND ${deepest}::int > 0
            UNION ALL
            SELECT r.code, r.reply_to, r.posted_at, thread.depth + 1 FROM replies r JOIN thread ON r.reply_to = thread.code
            WHERE thread.depth < ${deepest}::int AND thread.code NOT IN (SELECT code FROM tops)
          ) SELECT code, reply_to, posted_at FROM thread`.pipe(Effect.orDie)

      const posts = (codes: ReadonlyArray<string>) =>
        postsByCode(sql, codes).pipe(
          Effect.map((rows) => new Map([...rows].map(([code, row]) => [code, basicPost(row)]))),
          Effect.orDie
        )

      return Chain.of({ ancestors, descendants, posts })
    })
  )
}
