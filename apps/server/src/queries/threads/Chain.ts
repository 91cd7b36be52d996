/** The stored part of a thread; `live/LiveChain.ts` merges it with live reads. */
import type { Post } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { basicPost } from "../../store/posts/PostRow.ts"
import { postsByCode } from "../../store/posts/PostsByCode.ts"
import type { ReplyLink } from "./ThreadOrder.ts"

export class Chain extends Context.Service<
  Chain,
  {
    /** The post and its stored ancestors; empty for an unknown post. */
    ancestors(code: string): Effect.Effect<ReadonlyArray<ReplyLink>>
    /**
     * The stored links of these posts and their descendants, at least those that can be among the first `atMost` of a
     * thread. The posts themselves need not be stored.
     */
    descendants(codes: ReadonlyArray<string>, atMost: number): Effect.Effect<ReadonlyArray<ReplyLink>>
    /** Posts by code; omits unknown posts. */
    posts(codes: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, Post>>
  }
>()("@heddle/server/queries/threads/Chain") {
  static readonly layer = Layer.effect(
    Chain,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      // UNION removes duplicates, so the recursion ends on a cycle.
      const ancestors = (code: string) =>
        sql<ReplyLink>`
          WITH RECURSIVE above AS (
            SELECT c.code, r.reply_to, c.posted_at FROM post_codes c LEFT JOIN replies r ON r.code = c.code
            WHERE c.code = ${code} AND c.deleted_at IS NULL
            UNION
            SELECT c.code, r.reply_to, c.posted_at
            FROM above JOIN post_codes c ON c.code = above.reply_to AND c.deleted_at IS NULL
            LEFT JOIN replies r ON r.code = c.code
          ) SELECT * FROM above`.pipe(Effect.orDie)

      /** The first replies to a post in thread order; one post needs no more of them than the whole thread. */
      const repliesTo = (code: string, atMost: number) => sql`
        LATERAL (
          SELECT r.code, r.reply_to, r.posted_at FROM replies r WHERE r.reply_to = ${sql.literal(code)}
          ORDER BY r.posted_at, r.code LIMIT ${atMost}::int
        ) AS r`

      // UNION ALL is enough: every post has one parent, and the roots are not entered again, so no post occurs twice.
      // Depth is limited too, because the first N posts in thread order are at most N deep.
      const descendants = (codes: ReadonlyArray<string>, atMost: number) =>
        sql<ReplyLink>`
          WITH RECURSIVE roots AS (
            SELECT DISTINCT json_array_elements_text(${JSON.stringify(codes)}::json) COLLATE "C" AS code
          ), thread AS (
            SELECT r.code, r.reply_to, r.posted_at, 1 AS depth FROM roots CROSS JOIN ${repliesTo("roots.code", atMost)}
            UNION ALL
            SELECT r.code, r.reply_to, r.posted_at, thread.depth + 1
            FROM thread CROSS JOIN ${repliesTo("thread.code", atMost)}
            WHERE thread.depth < ${atMost}::int AND thread.code NOT IN (SELECT code FROM roots)
          )
          SELECT code, reply_to, posted_at FROM thread
          UNION SELECT r.code, r.reply_to, r.posted_at FROM replies r
          WHERE r.code IN (SELECT code FROM roots) AND ${atMost}::int > 0`.pipe(Effect.orDie)

      const posts = (codes: ReadonlyArray<string>) =>
        postsByCode(sql, codes).pipe(
          Effect.map((rows) => new Map([...rows].map(([code, row]) => [code, basicPost(row)]))),
          Effect.orDie
        )

      return Chain.of({ ancestors, descendants, posts })
    })
  )
}
