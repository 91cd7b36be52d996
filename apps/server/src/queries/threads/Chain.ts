/** What is stored of a thread, for `live/LiveChain.ts`, which puts it together with what is read live. */
import type { Post } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { basicPost } from "../../store/posts/PostRow.ts"
import { postsByCode } from "../../store/posts/PostsByCode.ts"
import type { Link } from "./ThreadOrder.ts"

export class Chain extends Context.Service<
  Chain,
  {
    /** The post and all that is stored above it; nothing for an unknown post. */
    ancestors(code: string): Effect.Effect<ReadonlyArray<Link>>
    /**
     * What is stored of these posts, which need not be stored themselves, and below them, as far as it can be among the
     * first so many of a thread.
     */
    descendants(codes: ReadonlyArray<string>, atMost: number): Effect.Effect<ReadonlyArray<Link>>
    /** By code; unknown posts are left out. */
    posts(codes: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, Post>>
  }
>()("@heddle/server/queries/threads/Chain") {
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

      /** As thread order has them: no more replies to one post than there can be in all. */
      const repliesTo = (code: string, atMost: number) => sql`
        LATERAL (
          SELECT r.code, r.reply_to, r.posted_at FROM replies r WHERE r.reply_to = ${sql.literal(code)}
          ORDER BY r.posted_at, r.code LIMIT ${atMost}::int
        ) AS r`

      // Every post has one parent, and replies to the posts we begin with are there from the beginning: no post is met
      // twice. The first posts in thread order are never deeper than they are many.
      const descendants = (codes: ReadonlyArray<string>, atMost: number) =>
        sql<Link>`
          WITH RECURSIVE tops AS (
            SELECT DISTINCT json_array_elements_text(${JSON.stringify(codes)}::json) COLLATE "C" AS code
          ), thread AS (
            SELECT r.code, r.reply_to, r.posted_at, 1 AS depth FROM tops CROSS JOIN ${repliesTo("tops.code", atMost)}
            UNION ALL
            SELECT r.code, r.reply_to, r.posted_at, thread.depth + 1
            FROM thread CROSS JOIN ${repliesTo("thread.code", atMost)}
            WHERE thread.depth < ${atMost}::int AND thread.code NOT IN (SELECT code FROM tops)
          )
          SELECT code, reply_to, posted_at FROM thread
          UNION SELECT r.code, r.reply_to, r.posted_at FROM replies r
          WHERE r.code IN (SELECT code FROM tops) AND ${atMost}::int > 0`.pipe(Effect.orDie)

      const posts = (codes: ReadonlyArray<string>) =>
        postsByCode(sql, codes).pipe(
          Effect.map((rows) => new Map([...rows].map(([code, row]) => [code, basicPost(row)]))),
          Effect.orDie
        )

      return Chain.of({ ancestors, descendants, posts })
    })
  )
}
