/**
 * The posts that a matching round reads: those that changed, those of a window, and those that contain a keyword.
 *
 * The cursor of the changes is the oldest transaction still running when a read begins. Everything that commits after the
 * read has an equal or higher number, so the next read returns it. Delivery is at least once: a post may be read twice,
 * which is harmless because events are unique, but none is missed.
 *
 * A transaction that still holds its number locked is still running, even if others see its changes: where posts are on
 * several servers (Citus), the coordinator commits and then has the workers commit, and only then releases its locks.
 */
import type { EncodedKeyword, Language } from "@heddle/text"
import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { paged } from "../../database/client/Paged.ts"
import { containsByIndex, type PostKey } from "./PostsByCode.ts"

/**
 * A position in the change feed. Only the feed reads what is in it: the origin, which is the database cluster and its
 * timeline, and a transaction id. In a restored backup, ids begin again at an earlier number under another origin, so that
 * a cursor from before says nothing about its changes.
 */
export const FeedCursor = Schema.String.pipe(Schema.brand("FeedCursor"))
export type FeedCursor = typeof FeedCursor.Type

const separator = "/"

/** Ids in locks have 32 bits. Those beyond half of them were given out after the snapshot. */
const ids = "4294967296"

/** The oldest transaction that is still running. */
const oldestTransaction = (sql: SqlClient.SqlClient) => sql`(
  SELECT least(n.oldest, min(n.next - l.behind) FILTER (WHERE l.behind < ${sql.literal(ids)} / 2))
  FROM (
    SELECT pg_snapshot_xmin(s)::text::bigint AS oldest, pg_snapshot_xmax(s)::text::bigint AS next
    FROM pg_current_snapshot() AS s
  ) AS n LEFT JOIN LATERAL (
    SELECT ((n.next - transactionid::text::bigint) % ${sql.literal(ids)} + ${sql.literal(ids)}) % ${sql.literal(ids)} AS behind
    FROM pg_locks WHERE locktype = 'transactionid' AND mode = 'ExclusiveLock'
  ) AS l ON true GROUP BY n.oldest)`

/** Its position; an expression for `SELECT`. */
const currentCursor = (sql: SqlClient.SqlClient) => sql`
  concat_ws(${separator}, (SELECT system_identifier FROM pg_control_system()),
    substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8), ${oldestTransaction(sql)})`

const partsOf = (cursor: FeedCursor) => {
  const at = cursor.lastIndexOf(separator)
  return { origin: cursor.slice(0, at), transaction: cursor.slice(at + 1) }
}

/** Whether the numbers of their transactions can be compared. */
const haveOneOrigin = (one: FeedCursor, other: FeedCursor): boolean => partsOf(one).origin === partsOf(other).origin

const transactionOf = (cursor: FeedCursor): string => partsOf(cursor).transaction

const pageSize = 2_000
/** Posts of a window that one statement reads, of which it returns those that reach a count. */
const postsAtOnce = 10_000
/** Changed posts that one page looks up, and the batches of changes that are considered for it. */
const changesAtOnce = 5_000
const batchesAtOnce = 500

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

/** Counts of which a post must reach at least one; null for a measure that does not help. */
export interface Reach {
  readonly likeCount: number | null
  readonly replyCount: number | null
  readonly impressionCount: number | null
}

/** Posts published at or after `from` that reach one of these counts. */
export interface Wanted {
  readonly from: Date
  readonly reach: Reach
}

type Page = ReadonlyArray<Candidate>

interface BatchEnd {
  readonly changedIn: string
  readonly tid: string
}

export class PostChangeFeed extends Context.Service<
  PostChangeFeed,
  {
    /** The cursor up to which a read that begins now is complete. */
    readonly cursor: Effect.Effect<FeedCursor>
    /** Whether the changes since a cursor are known, seen from the current one. */
    knowsChanges(since: FeedCursor, current: FeedCursor): boolean
    /** Pages of posts that changed since a cursor whose changes are known, in no order. A post may be in several. */
    changes(since: FeedCursor, wanted: Wanted): Stream.Stream<Page>
    /** The same without reading the posts: some of these may be gone. */
    changedKeys(since: FeedCursor, from: Date): Stream.Stream<ReadonlyArray<PostKey>>
    /** Pages of all posts of a window, oldest first. */
    window(wanted: Wanted): Stream.Stream<Page>
    /** The posts that contain a keyword. */
    containing(keyword: EncodedKeyword, wanted: Wanted): Stream.Stream<Page>
  }
>()("@heddle/server/store/posts/PostChangeFeed") {
  static readonly layer = Layer.effect(
    PostChangeFeed,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(
        "p.code, p.token_text, p.language, p.posted_at, p.like_count, p.reply_count, p.impression_count"
      )

      const cursor = sql<{ cursor: FeedCursor }>`SELECT ${currentCursor(sql)} AS cursor`.pipe(
        Effect.flatMap(([row]) => (row === undefined ? Effect.die(new Error("no row")) : Effect.succeed(row.cursor))),
        Effect.orDie
      )

      const reaches = ({ likeCount, replyCount, impressionCount }: Reach) => {
        const conditions: Array<Statement.Fragment> = []
        if (likeCount !== null) conditions.push(sql`p.like_count >= ${likeCount}`)
        if (replyCount !== null) conditions.push(sql`p.reply_count >= ${replyCount}`)
        if (impressionCount !== null) conditions.push(sql`p.impression_count >= ${impressionCount}`)
        return conditions.length === 0 ? sql`false` : sql.or(conditions)
      }

      /** The last of the next posts, whether they reach a count or not, so that no statement reads more than those. */
      const endOf = (after: PostKey) =>
        Effect.map(
          sql<PostKey>`
            SELECT p.posted_at, p.code FROM posts p
            WHERE p.posted_at >= ${after.postedAt} AND (p.posted_at, p.code) > (${after.postedAt}, ${after.code})
            ORDER BY p.posted_at, p.code OFFSET ${postsAtOnce - 1} LIMIT 1`.unprepared,
          ([last]) => Option.fromNullishOr(last)
        )

      const between = (after: PostKey, last: Option.Option<PostKey>) => {
        const begin = sql`p.posted_at >= ${after.postedAt} AND (p.posted_at, p.code) > (${after.postedAt}, ${after.code})`
        if (Option.isNone(last)) return begin
        const { postedAt, code } = last.value
        return sql`${begin} AND p.posted_at <= ${postedAt} AND (p.posted_at, p.code) <= (${postedAt}, ${code})`
      }

      const window = ({ from, reach }: Wanted) =>
        Stream.paginate({ postedAt: from, code: "" }, (after: PostKey) =>
          Effect.gen(function* () {
            const last = yield* endOf(after)
            const rows = yield* sql<Candidate>`
              SELECT ${columns} FROM posts p WHERE ${between(after, last)} AND ${reaches(reach)}
              ORDER BY p.posted_at, p.code`.unprepared
            return [[rows], last] as const
          }).pipe(Effect.orDie)
        )

      const containing = (keyword: EncodedKeyword, { from, reach }: Wanted) =>
        paged(
          pageSize,
          (after: PostKey = { postedAt: from, code: "" }) =>
            sql<Candidate>`
              SELECT ${columns} FROM posts p
              WHERE ${between(after, Option.none())} AND ${reaches(reach)} AND ${containsByIndex(sql, keyword)}
              ORDER BY p.posted_at, p.code LIMIT ${pageSize}`.unprepared
        ).pipe(Stream.orDie)

      /** Batches of changes after a position, as far as they are one page. */
      const batches = (after: BatchEnd) => sql`
        SELECT c.changed_in, c.tid, c.posted_ats, c.codes FROM (
          SELECT b.*, sum(cardinality(b.codes)) OVER (ORDER BY b.changed_in, b.tid) - cardinality(b.codes) AS before
          FROM (
            SELECT changed_in, ctid AS tid, posted_ats, codes FROM post_changes
            WHERE changed_in >= ${after.changedIn}::xid8
              AND (changed_in, ctid) > (${after.changedIn}::xid8, ${after.tid}::tid)
            ORDER BY changed_in, ctid LIMIT ${batchesAtOnce}
          ) b
        ) c WHERE c.before < ${changesAtOnce}`

      const lastOf = (after: BatchEnd) =>
        Effect.map(
          sql<BatchEnd>`
            SELECT changed_in::text AS changed_in, tid::text AS tid FROM (${batches(after)}) c
            ORDER BY c.changed_in DESC, c.tid DESC LIMIT 1`,
          ([last]) => Option.fromNullishOr(last)
        )

      const keysBetween = (after: BatchEnd, last: BatchEnd, from: Date) => sql`
        SELECT DISTINCT n.posted_at, n.code COLLATE "C" AS code
        FROM post_changes c CROSS JOIN LATERAL unnest(c.posted_ats, c.codes) AS n (posted_at, code)
        WHERE c.changed_in BETWEEN ${after.changedIn}::xid8 AND ${last.changedIn}::xid8
          AND (c.changed_in, c.ctid) > (${after.changedIn}::xid8, ${after.tid}::tid)
          AND (c.changed_in, c.ctid) <= (${last.changedIn}::xid8, ${last.tid}::tid)
          AND n.posted_at >= ${from}`

      const postsBetween = (after: BatchEnd, last: BatchEnd, { from, reach }: Wanted) => sql<Candidate>`
        WITH keys AS MATERIALIZED (${keysBetween(after, last, from)})
        SELECT ${columns} FROM keys k JOIN posts p ON p.posted_at = k.posted_at AND p.code = k.code
        WHERE p.posted_at >= ${from} AND ${reaches(reach)}`

      /** What a statement reads of each page of changes. */
      const eachPage = <A>(since: FeedCursor, read: (after: BatchEnd, last: BatchEnd) => Statement.Statement<A>) =>
        Stream.paginate({ changedIn: transactionOf(since), tid: beforeAll }, (after: BatchEnd) =>
          Effect.gen(function* () {
            const last = yield* lastOf(after)
            if (Option.isNone(last)) return [[], Option.none<BatchEnd>()] as const
            return [[yield* read(after, last.value).unprepared], last] as const
          }).pipe(Effect.orDie)
        )

      const changes = (since: FeedCursor, wanted: Wanted) =>
        eachPage(since, (after, last) => postsBetween(after, last, wanted))

      const changedKeys = (since: FeedCursor, from: Date) =>
        eachPage(since, (after, last) => sql<PostKey>`${keysBetween(after, last, from)}`)

      return PostChangeFeed.of({ cursor, knowsChanges: haveOneOrigin, changes, changedKeys, window, containing })
    })
  )
}

/** No row has this position. */
const beforeAll = "(0,0)"
