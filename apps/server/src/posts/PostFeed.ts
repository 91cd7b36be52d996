/**
 * The posts as the round reads them. The cursor is the oldest transaction still running when a read begins: whatever
 * commits later than the read has a number at or above it and is seen by the next read. Posts between are seen twice,
 * which the uniqueness of events makes harmless; none is ever missed.
 */
import type { Language } from "@heddle/text"
import { Context, Effect, Layer, Option, Stream } from "effect"
import { SqlClient } from "effect/sql"

const pageSize = 2_000

/** What matching needs of a post. */
export interface Candidate {
  readonly code: string
  readonly tokenText: string
  readonly language: Language
  readonly postedAt: Date
  readonly likeCount: number
  readonly replyCount: number
  readonly impressionCount: number | null
}

export class PostFeed extends Context.Service<
  PostFeed,
  {
    /** The cursor up to which a read that begins now is complete. */
    readonly cursor: Effect.Effect<bigint>
    /** Pages of posts published at or after `from`, oldest first; with `since`, only those changed since that cursor. */
    pages(options: {
      readonly from: Date
      readonly since?: bigint | undefined
    }): Stream.Stream<ReadonlyArray<Candidate>>
  }
>()("@heddle/server/posts/PostFeed") {
  static readonly layer = Layer.effect(
    PostFeed,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const cursor = sql<{ xmin: string }>`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin`.pipe(
        Effect.map((rows) => BigInt(rows[0]?.xmin ?? "0")),
        Effect.orDie
      )

      const pages = ({ from, since }: { readonly from: Date; readonly since?: bigint | undefined }) =>
        Stream.paginate({ postedAt: from, code: "" }, (after) =>
          sql<Candidate>`
            SELECT code, token_text, language, posted_at, like_count, reply_count, impression_count FROM posts
            WHERE posted_at >= ${from} AND (posted_at, code) > (${after.postedAt}, ${after.code})
              ${since === undefined ? sql`` : sql`AND changed_in >= ${String(since)}::xid8`}
            ORDER BY posted_at, code LIMIT ${pageSize}`.pipe(
            Effect.map((rows) => {
              const last = rows.at(-1)
              const next = rows.length === pageSize ? Option.fromNullishOr(last) : Option.none()
              return [[rows], next] as const
            }),
            Effect.orDie
          )
        )

      return PostFeed.of({ cursor, pages })
    })
  )
}
