/** The source that first reported a post, and whether the post was deleted. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { fromPostsAt, keysOf, knownCodes } from "./PostsByCode.ts"

export class PostOrigins extends Context.Service<
  PostOrigins,
  {
    /** The source of each stored post by code, null for a deleted one. Omits unknown posts. */
    of(codes: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, string | null>>
  }
>()("@heddle/server/store/posts/PostOrigins") {
  static readonly layer = Layer.effect(
    PostOrigins,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const of = Effect.fn("PostOrigins.of")(function* (codes: ReadonlyArray<string>) {
        const known = yield* knownCodes(sql, codes)
        const keys = keysOf(known)
        const stored =
          keys.length === 0
            ? []
            : yield* sql<{ code: string; source: string }>`SELECT p.code, p.source ${fromPostsAt(sql, keys)}`.unprepared
        return new Map<string, string | null>([
          ...known.flatMap(({ code, postedAt }): ReadonlyArray<[string, null]> =>
            postedAt === null ? [[code, null]] : []
          ),
          ...stored.map(({ code, source }): [string, string] => [code, source])
        ])
      }, Effect.orDie)

      return PostOrigins.of({ of })
    })
  )
}
