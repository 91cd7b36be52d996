/**
 * The change feed that a matching round reads. The cursor is the oldest transaction still running when a read begins, so
 * everything that commits after the read has an equal or higher number and the next read returns it. Delivery is at
 * least once: a post may be read twice, which is harmless because events are unique, but none is missed.
 */
import type { Language } from "@heddle/text"
import { type Brand, Context, Effect, Layer, Option, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { fromPostsAt, type PostKey } from "./PostsByCode.ts"

const pageSize = 2_000
/** Above this many changes, paging through the whole window costs no more and does not hold the keys in memory. */
const maxListedChanges = 200_000

/** A position in the feed. Only the feed can compare two. */
export type FeedCursor = string & Brand.Brand<"FeedCursor">

/** The columns of a post that matching needs. */
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
    /**
     * Pages of posts published at or after `from`, oldest first. With `since`, only posts changed since that cursor are
     * guaranteed to be included.
     */
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

      const allPages = (from: Date) =>
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

      const changedKeys = (from: Date, since: bigint) =>
        sql<PostKey>`
          SELECT DISTINCT n.posted_at, n.code COLLATE "C" AS code
          FROM post_changes c CROSS JOIN LATERAL unnest(c.posted_ats, c.codes) AS n (posted_at, code)
          WHERE c.changed_in >= ${String(since)}::xid8 AND n.posted_at >= ${from}
          ORDER BY 1, 2 LIMIT ${maxListedChanges + 1}`.pipe(Effect.orDie)

      const pageOf = (keys: ReadonlyArray<PostKey>) =>
        sql<Candidate>`SELECT ${columns} ${fromPostsAt(sql, keys)} ORDER BY p.posted_at, p.code`.unprepared.pipe(
          Effect.orDie
        )

      const pages = ({ from, since }: { readonly from: Date; readonly since?: bigint | undefined }) =>
        since === undefined
          ? allPages(from)
          : Stream.unwrap(
              Effect.map(changedKeys(from, since), (keys) =>
                keys.length > maxListedChanges
                  ? allPages(from)
                  : Stream.fromIterable(keys).pipe(Stream.grouped(pageSize), Stream.mapEffect(pageOf))
              )
            )

      return PostChangeFeed.of({ cursor, pages })
    })
  )
}
