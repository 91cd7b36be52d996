/**
 * Deletes everything of accounts that are gone: first what is known of them, with a mark of when they were gone, then
 * their posts, in transactions of bounded size. Whatever ends the process, the same call again does what is left. What was
 * first observed after that time stays.
 */
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { paged } from "../../database/client/Paged.ts"
import { listed, recordset } from "../../database/client/Recordset.ts"
import { failpoint } from "../../runtime/Failpoint.ts"
import { type GoneAuthor, makeRemovedAuthors } from "../authors/RemovedAuthors.ts"
import { fromPostsAt, type PostKey } from "../posts/PostsByCode.ts"
import type { Origin } from "../posts/PostState.ts"
import { ChangeWriter } from "../writing/ChangeWriter.ts"

const pageSize = 500

const start: PostKey = { postedAt: new Date(0), code: "" }

const goneColumns = { authorId: "text", at: "timestamptz" } as const

export class AuthorRemoval extends Context.Service<
  AuthorRemoval,
  {
    remove(gone: ReadonlyArray<GoneAuthor>, origin: Origin): Effect.Effect<void>
  }
>()("@heddle/server/store/batches/AuthorRemoval") {
  static readonly layer = Layer.effect(
    AuthorRemoval,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const writer = yield* ChangeWriter
      const removed = makeRemovedAuthors(sql)

      const removePosts = Effect.fnUntraced(function* (posts: ReadonlyArray<PostKey>, origin: Origin) {
        if (posts.length === 0) return
        const codes = posts.map(({ code }) => code)
        yield* writer.write(
          codes.map((code) => ({ type: "delete" as const, code })),
          origin
        )
        yield* sql`DELETE FROM network_checks WHERE kind = 'post' AND name IN ${listed(codes)}`
        yield* failpoint("removal.afterPage")
      })

      const remove = Effect.fn("AuthorRemoval.remove")(function* (gone: ReadonlyArray<GoneAuthor>, origin: Origin) {
        const n = recordset(sql, "n", goneColumns, gone)
        yield* atomically(sql, removed.mark(gone))
        yield* failpoint("removal.afterMark")
        yield* paged(
          pageSize,
          (after: PostKey = start) => sql<PostKey>`
            SELECT p.posted_at, p.code FROM ${n} JOIN posts p ON p.author_id = n.author_id AND p.seen_at <= n.at
            WHERE (p.posted_at, p.code) > (${after.postedAt}, ${after.code})
            ORDER BY p.posted_at, p.code LIMIT ${pageSize}`
        ).pipe(Stream.runForEach((posts) => removePosts(posts, origin)))
        // The library keeps posts that are past retention.
        const kept = yield* sql<PostKey>`
          SELECT l.posted_at, l.code FROM library_posts l JOIN ${n} ON n.author_id = l.author_id WHERE l.posted_at <= n.at`
        if (kept.length === 0) return
        const stored = yield* sql<PostKey>`SELECT p.posted_at, p.code ${fromPostsAt(sql, kept)}`.unprepared
        const later = new Set(stored.map(({ code }) => code))
        const codes = kept.filter(({ code }) => !later.has(code)).map(({ code }) => code)
        yield* sql`DELETE FROM library_posts WHERE code IN ${listed(codes)}`
      }, Effect.orDie)

      return AuthorRemoval.of({ remove })
    })
  )
}
