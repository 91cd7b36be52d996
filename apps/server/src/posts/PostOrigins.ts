/** Which source told of a post first, and which posts were deleted. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

export class PostOrigins extends Context.Service<
  PostOrigins,
  {
    /** The source of each stored post by code, null for a deleted one; unknown posts are left out. */
    of(codes: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, string | null>>
  }
>()("@heddle/server/posts/PostOrigins") {
  static readonly layer = Layer.effect(
    PostOrigins,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const of = Effect.fn("PostOrigins.of")(function* (codes: ReadonlyArray<string>) {
        if (codes.length === 0) return new Map<string, string | null>()
        const asked = sql`SELECT jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb)`
        const rows = yield* sql<{ code: string; source: string | null }>`
          SELECT code, source FROM posts WHERE code IN (${asked})
          UNION ALL SELECT code, NULL FROM deleted_posts WHERE code IN (${asked})`.pipe(Effect.orDie)
        return new Map(rows.map(({ code, source }) => [code, source]))
      })

      return PostOrigins.of({ of })
    })
  )
}
