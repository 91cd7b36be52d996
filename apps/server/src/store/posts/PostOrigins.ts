/** The source that first reported a post, and whether the post was deleted. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { dayMillis, now, plusMillis } from "../../runtime/Time.ts"
import { fromPostsAt, keysOf, knownCodes } from "./PostsByCode.ts"

/** Enough for several sources, of which one may post much more than the others. */
const newestPosts = 5_000

export class PostOrigins extends Context.Service<
  PostOrigins,
  {
    /** The source of each stored post by code, null for a deleted one. Omits unknown posts. */
    of(codes: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, string | null>>
    /** When the newest post of each source was posted, as far as it is among the newest of the last day. */
    readonly newest: Effect.Effect<ReadonlyMap<string, Date>>
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

      const newest = Effect.gen(function* () {
        const time = yield* now
        const rows = yield* sql<{ source: string; at: Date }>`
          SELECT source, max(posted_at) AS at FROM (
            SELECT source, posted_at FROM posts
            WHERE posted_at > ${plusMillis(time, -dayMillis)} AND posted_at <= ${time}
            ORDER BY posted_at DESC LIMIT ${newestPosts}
          ) newest GROUP BY source`.unprepared
        return new Map(rows.map(({ source, at }) => [source, at]))
      }).pipe(Effect.withSpan("PostOrigins.newest"), Effect.orDie)

      return PostOrigins.of({ of, newest })
    })
  )
}
