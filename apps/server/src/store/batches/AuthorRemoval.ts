/** Deletes all stored posts of accounts that are gone, in transactions of bounded size. Safe to repeat. */
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { listed } from "../../database/client/Recordset.ts"
import { paged } from "../../database/client/Paged.ts"
import type { Origin } from "../posts/PostState.ts"
import { ChangeWriter } from "../writing/ChangeWriter.ts"

const pageSize = 500

interface PostPlace {
  readonly postedAt: Date
  readonly code: string
}

const start: PostPlace = { postedAt: new Date(0), code: "" }

export class AuthorRemoval extends Context.Service<
  AuthorRemoval,
  {
    remove(usernames: ReadonlyArray<string>, origin: Origin): Effect.Effect<void>
  }
>()("@heddle/server/store/batches/AuthorRemoval") {
  static readonly layer = Layer.effect(
    AuthorRemoval,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const writer = yield* ChangeWriter

      const remove = Effect.fn("AuthorRemoval.remove")(function* (usernames: ReadonlyArray<string>, origin: Origin) {
        yield* paged(
          pageSize,
          (after: PostPlace = start) => sql<PostPlace>`
            SELECT p.posted_at, p.code FROM posts p
            WHERE p.username IN ${listed(usernames)} AND p.source = ${origin.source}
              AND (p.posted_at, p.code) > (${after.postedAt}, ${after.code})
            ORDER BY p.posted_at, p.code LIMIT ${pageSize}`
        ).pipe(
          Stream.runForEach((posts) =>
            writer.write(
              posts.map(({ code }) => ({ type: "delete" as const, code })),
              origin
            )
          )
        )
      }, Effect.orDie)

      return AuthorRemoval.of({ remove })
    })
  )
}
