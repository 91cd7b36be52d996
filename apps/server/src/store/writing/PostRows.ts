/**
 * Writes posts. Owns the tables `posts`, `post_codes`, `replies`, `post_metrics` and `post_changes`; removes deleted posts
 * from `library_posts`.
 *
 * Lock order: one transaction first locks its rows of `post_codes`, then the rows of `replies` it will change, both in
 * code order. Every other writer of these tables must do the same, or writers can deadlock.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { arrayOf, listed, recordset } from "../../database/client/Recordset.ts"
import { countsDiffer, mergeCounts, noCounts } from "../posts/Counts.ts"
import {
  changedColumns,
  type ChangedRow,
  codeColumns,
  type CodeRow,
  createdColumns,
  type CreatedRow,
  keyColumns,
  toInsertRows,
  type KeyRow,
  metricColumns,
  type MetricRow
} from "../posts/PostColumns.ts"
import { fromPostsAt, keysOf, knownCodes, postedBetween } from "../posts/PostsByCode.ts"
import { makeRollupSteps } from "../rollups/RollupSteps.ts"
import { makeReplyEdges } from "./ReplyEdges.ts"
import type { PostVersion } from "../posts/PostVersion.ts"
import { type PostState, unknownPost } from "../posts/PostState.ts"

interface StoredRow extends PostVersion {
  readonly observed_at: Date
  readonly metric_step: number
}

/** What is stored of a batch's posts before it. */
export interface StoredPosts {
  readonly states: ReadonlyMap<string, PostState>
  readonly versions: ReadonlyMap<string, PostVersion>
}

type Changed = { readonly code: string; readonly state: PostState }

export const makePostRows = (sql: SqlClient.SqlClient) => {
  const rollups = makeRollupSteps(sql)
  const replies = makeReplyEdges(sql)

  /** The rows of the codes that are known, to lock them. */
  const known = (codes: ReadonlyArray<string>) =>
    codes.length === 0
      ? Effect.succeed<ReadonlyArray<CodeRow>>([])
      : sql.withoutTransforms()<CodeRow>`
          SELECT code, posted_at, author_id, deleted_at FROM post_codes WHERE code IN ${listed(codes)}`.unprepared

  /** Locks the codes and returns those this transaction inserted. A concurrent writer waits, then sees what we wrote. */
  const lock = (codes: ReadonlyArray<CodeRow>) =>
    Effect.map(
      sql<{ code: string }>`
        INSERT INTO post_codes AS c (code, posted_at, author_id, deleted_at)
        SELECT n.code, n.posted_at, n.author_id, n.deleted_at
        FROM ${recordset(sql, "n", codeColumns, codes)}
        ORDER BY n.code COLLATE "C"
        ON CONFLICT (code) DO UPDATE SET code = c.code WHERE false
        RETURNING code`,
      (inserted) => new Set(inserted.map(({ code }) => code))
    )

  const readStates = Effect.fnUntraced(function* (codes: ReadonlyArray<string>) {
    const versions = new Map<string, PostVersion>()
    if (codes.length === 0) return { states: new Map<string, PostState>(), versions }
    const known = yield* knownCodes(sql, codes)
    const states = new Map<string, PostState>(
      known.map(({ code, postedAt }) => [
        code,
        { ...unknownPost, deleted: postedAt === null, dropped: postedAt !== null }
      ])
    )
    const keys = keysOf(known)
    if (keys.length === 0) return { states, versions }
    const stored = yield* sql.withoutTransforms()<StoredRow>`
      SELECT p.code, p.posted_at, p.like_count, p.reply_count, p.repost_count, p.reshare_count, p.impression_count,
        p.observed_at, p.metric_step, p.is_reply, p.language, p.token_text ${fromPostsAt(sql, keys)}`.unprepared
    for (const row of stored) {
      states.set(row.code, stateOf(row))
      versions.set(row.code, row)
    }
    return { states, versions }
  })

  /** Inserts posts and the edges from them. */
  const insertPosts = (created: ReadonlyArray<CreatedRow>) => sql`
    WITH n AS MATERIALIZED (SELECT * FROM ${recordset(sql, "n", createdColumns, toInsertRows(created))}),
    stored AS (
      INSERT INTO posts (posted_at, like_count, reply_count, repost_count, reshare_count, observed_at, metric_step,
        is_reply, language, code, author_id, impression_count, token_text, terms, reply_to, caption, url, source,
        media_url, text_version, language_hint, marks, seen_at)
      SELECT posted_at, like_count, reply_count, repost_count, reshare_count, observed_at, metric_step, is_reply,
        language, code, author_id, impression_count, token_text,
        (${arrayOf(
          "integer",
          created.flatMap(({ terms }) => terms)
        )})[terms_from:terms_until], reply_to, caption, url, source,
        media_url::jsonb, text_version, language_hint, marks::smallint[], seen_at
      FROM n ORDER BY posted_at
    )
    INSERT INTO replies (code, posted_at, author_id, reply_to, reply_to_author_id)
    SELECT n.code, n.posted_at, n.author_id, n.reply_to, c.author_id
    FROM n LEFT JOIN post_codes c ON c.code = n.reply_to AND c.deleted_at IS NULL
    WHERE n.reply_to IS NOT NULL`

  const updatePosts = (changed: ReadonlyArray<ChangedRow>) => {
    const times = changed.map(({ posted_at }) => posted_at)
    return sql`
      UPDATE posts p SET like_count = n.like_count, reply_count = n.reply_count, repost_count = n.repost_count,
        reshare_count = n.reshare_count, impression_count = n.impression_count, observed_at = n.observed_at,
        metric_step = n.metric_step
      FROM ${recordset(sql, "n", changedColumns, changed)}
      WHERE p.posted_at = n.posted_at AND p.code = n.code
        AND ${postedBetween(sql, times)}`.unprepared
  }

  const insertMetrics = (metrics: ReadonlyArray<MetricRow>) => sql`
    INSERT INTO post_metrics (posted_at, observed_at, like_count, reply_count, repost_count, reshare_count, code,
      impression_count)
    SELECT n.posted_at, n.observed_at, n.like_count, n.reply_count, n.repost_count, n.reshare_count, n.code,
      n.impression_count
    FROM ${recordset(sql, "n", metricColumns, metrics)}
    ON CONFLICT DO NOTHING`

  const recordChange = (keys: ReadonlyArray<KeyRow>, time: Date) => sql`
    INSERT INTO post_changes (changed_at, posted_ats, codes)
    SELECT ${time}, array_agg(n.posted_at), array_agg(n.code)
    FROM ${recordset(sql, "n", keyColumns, keys)}`

  const markDeleted = (codes: ReadonlyArray<string>, time: Date) =>
    sql`UPDATE post_codes SET deleted_at = ${time} WHERE code IN ${listed(codes)} AND deleted_at IS NULL`

  const deletePosts = Effect.fnUntraced(function* (posts: ReadonlyArray<Changed>) {
    const codes = listed(posts.map(({ code }) => code))
    yield* sql`DELETE FROM replies WHERE code IN ${codes}`
    // Also of posts that are past retention: the library keeps them until the network deletes them.
    yield* sql`DELETE FROM library_posts WHERE code IN ${codes}`
    const keys = posts.filter(({ state }) => state.stored).map(keyOf)
    if (keys.length === 0) return
    const times = keys.map(({ posted_at }) => posted_at)
    for (const table of ["posts", "post_metrics"]) {
      yield* sql`
        DELETE FROM ${sql(table)} p
        USING ${recordset(sql, "n", keyColumns, keys)}
        WHERE p.posted_at = n.posted_at AND p.code = n.code
          AND ${postedBetween(sql, times)}`.unprepared
    }
  })

  const write = Effect.fnUntraced(function* (
    { states: before, versions }: StoredPosts,
    after: ReadonlyMap<string, PostState>,
    time: Date
  ) {
    const states = [...after].map(([code, state]) => ({ code, state }))
    const created = states.flatMap(({ state }) =>
      state.created === null ? [] : [{ ...state.created, metric_step: state.metricStep }]
    )
    const changed = states.filter(({ state }) => state.changed)
    const metrics = states.flatMap(({ code, state }) =>
      state.metrics.map((counts) => ({ ...counts, code, posted_at: state.postedAt }))
    )
    // A new observation with equal counts cannot change the result of a rule, so it does not go into the feed.
    const feedChanges = states.filter(
      ({ code, state }) =>
        state.created !== null ||
        (state.changed && countsDiffer(state.counts, before.get(code)?.counts ?? unknownPost.counts))
    )
    const deleted = states.filter(({ code, state }) => state.deleted && before.get(code)?.deleted !== true)
    const deletedCodes = new Set(deleted.map(({ code }) => code))
    const kept = yield* rollups.begin
    const edges = yield* replies.lock(new Map(created.map(({ code, author_id }) => [code, author_id])), deletedCodes)
    // Before the insert, which links new replies only to parents that are not deleted.
    if (deletedCodes.size > 0) yield* markDeleted([...deletedCodes], time)
    if (created.length > 0) yield* insertPosts(created)
    if (edges.length > 0) yield* replies.update(edges)
    if (changed.length > 0) {
      yield* updatePosts(
        changed.map(({ code, state }) => ({
          code,
          posted_at: state.postedAt,
          ...state.counts,
          observed_at: state.observedAt,
          metric_step: state.metricStep
        }))
      )
    }
    if (metrics.length > 0) yield* insertMetrics(metrics)
    if (feedChanges.length > 0) {
      yield* recordChange(feedChanges.map(keyOf), time)
    }
    if (deleted.length > 0) yield* deletePosts(deleted)
    const versionBefore = ({ code }: Changed) => versions.get(code) ?? null
    yield* rollups.append(
      kept,
      [
        ...created.map((after) => ({ before: null, after })),
        ...changed.map((post) => {
          const before = versionBefore(post)
          return { before, after: before === null ? null : { ...before, ...post.state.counts } }
        }),
        ...deleted.map((post) => ({ before: versionBefore(post), after: null }))
      ],
      {
        again: states.filter(({ state }) => state.changed || hasGained(state)).map(keyOf),
        gone: deleted.filter(({ state }) => state.stored).map(keyOf)
      }
    )
  })

  return { known, lock, readStates, write }
}

const keyOf = ({ code, state }: Changed): KeyRow => ({ code, posted_at: state.postedAt })

/** Of a new post that one batch reports several times. */
const hasGained = ({ created, counts, metrics }: PostState): boolean =>
  created !== null && metrics.some(({ like_count }) => like_count < counts.like_count)

const stateOf = (row: StoredRow): PostState => ({
  ...unknownPost,
  stored: true,
  postedAt: row.posted_at,
  counts: mergeCounts(noCounts, row),
  observedAt: row.observed_at,
  metricStep: row.metric_step
})
