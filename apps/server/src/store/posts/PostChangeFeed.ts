/**
 * The posts as the round reads them. The cursor is the oldest transaction still running when a read begins: whatever
 * commits later than the read has a number at or above it and is seen by the next read. Posts between are seen twice,
 * which the uniqueness of events makes harmless; none is ever missed.
 */
import type { Language } from "@heddle/text"
import { Context, Effect, Layer, Option, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { fromPostsAt, type PostKey } from "./PostsByCode.ts"

const pageSize = 2_000
/** With more changes than this, reading the whole window costs no more, and no memory. */
const maxListedChanges = 200_000

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

export class PostChangeFeed extends Context.Service<
  PostChangeFeed,
  {
    /** The cursor up to which a read that begins now is complete. */
    readonly cursor: Effect.Effect<bigint>
    /** Pages of posts published at or after `from`, oldest first; with `since`, at least those changed since that cursor. */
    pages(options: {
      readonly from: Date
      readonly since?: bigint | undefined
    }): Stream.Stream<ReadonlyArray<Candidate>>
  }
>()("@heddle/server/store/posts/PostChangeFeed") {
  static readonly layer = Layer.effect(
    PostChangeFeed,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(
        "p.code, p.token_text, p.language, p.posted_at, p.like_count, p.reply_count, p.impression_count"
      )

      const cursor = sql<{ xmin: string }>`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin`.pipe(
        Effect.map((rows) => BigInt(rows[0]?.xmin ?? "0")),
        Effect.orDie
      )

      const all = (from: Date) =>
        Stream.paginate({ postedAt: from, code: "" }, (after: PostKey) =>
          sql<Candidate>`
            SELECT ${columns} FROM posts p
            WHERE p.posted_at >= ${after.postedAt} AND (p.posted_at, p.code) > (${after.postedAt}, ${after.code})
            ORDER BY p.posted_at, p.code LIMIT ${pageSize}`.unprepared.pipe(
            Effect.map((rows) => {
              const last = rows.at(-1)
              const next = rows.length === pageSize ? Option.fromNullishOr(last) : Option.none()
              return [[rows], next] as const
            }),
            Effect.orDie
          )
        )

      const changes = (from: Date, since: bigint) =>
        sql<PostKey>`
          SELECT DISTINCT n.posted_at, n.code COLLATE "C" AS code
          FROM post_changes c CROSS JOIN LATERAL unnest(c.posted_ats, c.codes) AS n (posted_at, code)
          WHERE c.changed_in >= ${String(since)}::xid8 AND n.posted_at >= ${from}
          ORDER BY 1, 2 LIMIT ${maxListedChanges + 1}`.pipe(Effect.orDie)

      const page = (keys: ReadonlyArray<PostKey>) =>
        sql<Candidate>`SELECT ${columns} ${fromPostsAt(sql, keys)} ORDER BY p.posted_at, p.code`.unprepared.pipe(
          Effect.orDie
        )

      const pages = ({ from, since }: { readonly from: Date; readonly since?: bigint | undefined }) =>
        since === undefined
          ? all(from)
          : Stream.unwrap(
              Effect.map(changes(from, since), (keys) =>
                keys.length > maxListedChanges
                  ? all(from)
                  : Stream.fromIterable(keys).pipe(Stream.grouped(pageSize), Stream.mapEffect(page))
              )
            )

      return PostChangeFeed.of({ cursor, pages })
    })
  )
}
