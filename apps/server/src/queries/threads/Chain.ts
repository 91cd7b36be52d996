/** The stored part of a thread; `live/LiveChain.ts` merges it with live reads. */
import type { Post } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { basicPost } from "../../store/posts/PostRow.ts"
import { postsByCode } from "../../store/posts/PostsByCode.ts"
import type { ReplyLink } from "./ThreadOrder.ts"

/**
 * How far above a post its root is looked for, so that a call of one credit does not read a whole thread. The root of a
 * deeper post is its ancestor this many steps above it.
 */
export const maxAncestors = 500

export class Chain extends Context.Service<
  Chain,
  {
    /** The post and the nearest `atMost` of its stored ancestors; empty for an unknown post. */
    ancestors(code: string, atMost: number): Effect.Effect<ReadonlyArray<ReplyLink>>
    /**
     * The stored links of these posts, and the first `atMost` posts below each in thread order. What is below another of
     * these posts counts for that post only. The posts themselves need not be stored.
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

      // UNION removes duplicates, so the recursion ends on a cycle. PostgreSQL stops it when LIMIT is reached.
      const ancestors = (code: string, atMost: number) =>
        sql<ReplyLink>`
          WITH RECURSIVE above AS (
            SELECT c.code, r.reply_to, c.posted_at FROM post_codes c LEFT JOIN replies r ON r.code = c.code
            WHERE c.code = ${code} AND c.deleted_at IS NULL
            UNION
            SELECT c.code, r.reply_to, c.posted_at
            FROM above JOIN post_codes c ON c.code = above.reply_to AND c.deleted_at IS NULL
            LEFT JOIN replies r ON r.code = c.code
          ) SELECT * FROM above LIMIT ${atMost + 1}::int`.pipe(Effect.orDie)

      /*
       * Walks each thread depth first, one post per step: down to the first reply, else on to the next sibling, else up to
       * the parent (`leaving`), whose own next sibling follows. Each step up undoes one down, so a walk takes at most twice
       * as many steps as it visits posts, however wide and deep the thread is. A circle leads back to the root, which is not
       * below itself.
       */
      const descendants = (codes: ReadonlyArray<string>, atMost: number) =>
        sql<ReplyLink>`
          WITH RECURSIVE roots AS (
            SELECT DISTINCT json_array_elements_text(${JSON.stringify(codes)}::json) COLLATE "C" AS code
          ), walk AS (
            SELECT roots.code AS root, roots.code, NULL::text COLLATE "C" AS reply_to, NULL::timestamptz AS posted_at,
              false AS leaving, 0 AS visited
            FROM roots
            UNION ALL
            SELECT walk.root, next.code, next.reply_to, next.posted_at, next.leaving,
              walk.visited + CASE WHEN next.leaving THEN 0 ELSE 1 END
            FROM walk CROSS JOIN LATERAL (
              (SELECT r.code, r.reply_to, r.posted_at, false AS leaving FROM replies r
                WHERE NOT walk.leaving AND r.reply_to = walk.code AND r.code <> walk.root
                  AND (walk.visited = 0 OR walk.code NOT IN (SELECT code FROM roots))
                ORDER BY r.posted_at, r.code LIMIT 1)
              UNION ALL
              (SELECT r.code, r.reply_to, r.posted_at, false FROM replies r
                WHERE r.reply_to = walk.reply_to AND r.code <> walk.root
                  AND (r.posted_at, r.code) > (walk.posted_at, walk.code)
                ORDER BY r.posted_at, r.code LIMIT 1)
              UNION ALL
              (SELECT r.code, r.reply_to, r.posted_at, true FROM replies r
                WHERE walk.reply_to <> walk.root AND r.code = walk.reply_to)
              LIMIT 1
            ) AS next
            WHERE walk.visited < ${atMost}::int
          )
          SELECT code, reply_to, posted_at FROM walk WHERE visited > 0 AND NOT leaving
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
