/** The statements on `network_checks`. Each writes in the order of names, so that two processes cannot wait for each other. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { listed, recordset } from "../../database/client/Recordset.ts"
import { dayMillis, hourMillis, plusMillis } from "../../runtime/Time.ts"
import { fromPostsAt, type PostKey, postsByCode } from "../posts/PostsByCode.ts"

/** When a post is checked again; pure. */
const minuteMillis = 60_000
/** Before that, networks may not show the post yet. */
const firstCheckMillis = 5 * minuteMillis
/** A rule covers posts of at most 72 hours. */
export const checkedForMillis = 3 * dayMillis
const shortestMillis = 2 * minuteMillis
const longestMillis = 12 * hourMillis

/** A quarter of the post's age, as snapshots of its counts are; twice that if its counts stand still. */
export const nextCheckMillis = (ageMillis: number, hasMoved: boolean): number =>
  Math.min(longestMillis, Math.max(shortestMillis, (ageMillis / 4) * (hasMoved ? 1 : 2)))

/** What is checked, and what a check found out. */
export type CheckKind = "post" | "author"

/** What a check found out. */
export interface Checked {
  readonly name: string
  readonly isThere: boolean
}

/** Followers move slowly, and a leaderboard compares hours. */
const profileFreshMillis = 6 * hourMillis
/** A name that the network does not know is asked for again after this long, if it still posts. */
const unknownAuthorMillis = dayMillis
/** Heavier than anything that is found by its counts. */
const urgentWeight = 1_000_000_000_000_000
/** A post that is missing at two checks this far apart was deleted; one that is missing once may be new, or hidden by a fault. */
const missingMillis = hourMillis / 6

const askedColumns = { source: "text", name: "text" } as const

const nextColumns = {
  name: "text",
  dueAt: "timestamptz",
  weight: "bigint",
  seenTotal: "bigint",
  missingSince: "timestamptz"
} as const

interface ClaimedPost {
  readonly name: string
  readonly postedAt: Date
  readonly seenTotal: number
  readonly missingSince: Date | null
}

export const makeCheckRows = (sql: SqlClient.SqlClient) => {
  const addPosts = (sources: ReadonlyArray<string>, keys: ReadonlyArray<PostKey>) =>
    sql`
    INSERT INTO network_checks AS c (source, kind, name, posted_at, due_at, weight, seen_total)
    SELECT p.source, 'post', p.code, p.posted_at, p.posted_at + ${firstCheckMillis} * interval '1 millisecond',
      p.like_count + p.reply_count + p.repost_count, 0
    ${fromPostsAt(sql, keys)} AND p.source IN ${listed(sources)} ORDER BY p.code
    ON CONFLICT (source, kind, name) DO UPDATE SET weight = excluded.weight - c.seen_total`.unprepared

  const addAuthors = (sources: ReadonlyArray<string>, keys: ReadonlyArray<PostKey>, time: Date) =>
    sql`
    INSERT INTO network_checks AS c (source, kind, name, posted_at, due_at, weight, seen_total)
    SELECT n.source, 'author', n.author_id, n.posted_at, ${time}::timestamptz, n.weight, 0 FROM (
      SELECT p.source, p.author_id, max(p.posted_at) AS posted_at,
        sum(p.like_count + p.reply_count + p.repost_count)::bigint AS weight
      ${fromPostsAt(sql, keys)} AND p.source IN ${listed(sources)} GROUP BY p.source, p.author_id
    ) n LEFT JOIN authors a ON a.author_id = n.author_id
    WHERE a.follower_count IS NULL OR a.observed_at < ${plusMillis(time, -profileFreshMillis)}
    ORDER BY n.author_id
    ON CONFLICT (source, kind, name) DO UPDATE
      SET weight = greatest(c.weight, excluded.weight), posted_at = greatest(c.posted_at, excluded.posted_at)`
      .unprepared

  /** Before all others. */
  const askSoon = (asked: ReadonlyArray<{ readonly source: string; readonly name: string }>, time: Date) =>
    asked.length === 0
      ? Effect.void
      : sql`
        INSERT INTO network_checks AS c (source, kind, name, posted_at, due_at, weight, seen_total)
        SELECT n.source, 'author', n.name, ${time}::timestamptz, ${time}::timestamptz, ${urgentWeight}::bigint, 0
        FROM ${recordset(sql, "n", askedColumns, asked)} ORDER BY n.source COLLATE "C", n.name COLLATE "C"
        ON CONFLICT (source, kind, name) DO UPDATE
          SET weight = excluded.weight, posted_at = excluded.posted_at, due_at = least(c.due_at, excluded.due_at)`

  /** The network that has the newest post of each author is asked, or this one. */
  const askDisplaced = Effect.fnUntraced(function* (source: string, authors: ReadonlyArray<string>, time: Date) {
    if (authors.length === 0) return
    const asked = yield* Effect.forEach(authors, (name) =>
      Effect.map(
        sql<{ source: string }>`
          SELECT p.source FROM posts p WHERE p.author_id = ${name} ORDER BY p.posted_at DESC LIMIT 1`,
        ([newest]) => ({ source: newest?.source ?? source, name })
      )
    )
    yield* askSoon(asked, time)
  })

  const add = Effect.fnUntraced(function* (sources: ReadonlyArray<string>, keys: ReadonlyArray<PostKey>, time: Date) {
    if (keys.length === 0) return
    yield* addPosts(sources, keys)
    yield* addAuthors(sources, keys, time)
  })

  /** Drops what is too old, what belongs to no source, and the lightest beyond the capacity. */
  const trim = Effect.fnUntraced(function* (sources: ReadonlyArray<string>, capacity: number, time: Date) {
    yield* sql`
      DELETE FROM network_checks
      WHERE posted_at < ${plusMillis(time, -checkedForMillis)} OR source NOT IN ${listed(sources)}`
    yield* sql`
      DELETE FROM network_checks c USING (
        SELECT source, kind, name, row_number() OVER (PARTITION BY source, kind ORDER BY weight DESC, posted_at DESC) AS place
        FROM network_checks
      ) n
      WHERE n.place > ${capacity} AND c.source = n.source AND c.kind = n.kind AND c.name = n.name`
  })

  const finishPosts = Effect.fnUntraced(function* (source: string, checked: ReadonlyArray<Checked>, time: Date) {
    const found = new Map(checked.map(({ name, isThere }) => [name, isThere]))
    const claimed = yield* sql<ClaimedPost>`
      SELECT name, posted_at, seen_total, missing_since FROM network_checks
      WHERE source = ${source} AND kind = 'post' AND name IN ${listed([...found.keys()])}
      ORDER BY name FOR UPDATE`
    const stored = yield* postsByCode(
      sql,
      claimed.map(({ name }) => name)
    )
    const deleted: Array<string> = []
    const next = claimed.flatMap(({ name, postedAt, seenTotal, missingSince }) => {
      const post = stored.get(name)
      if (post === undefined) return []
      const total = post.likeCount + post.replyCount + post.repostCount
      const missing = found.get(name) === true ? null : (missingSince ?? time)
      // It stays claimed until the caller has deleted the post: after a crash in between, it is found missing again.
      if (missing !== null && missing <= plusMillis(time, -missingMillis)) deleted.push(name)
      const wait = nextCheckMillis(time.getTime() - postedAt.getTime(), total !== seenTotal)
      const dueAt = plusMillis(time, missing === null ? wait : missingMillis)
      return [{ name, dueAt, weight: total - seenTotal, seenTotal: total, missingSince: missing }]
    })
    const kept = new Set(next.map(({ name }) => name))
    const ended = claimed.filter(({ name }) => !kept.has(name)).map(({ name }) => name)
    yield* sql`
      DELETE FROM network_checks WHERE source = ${source} AND kind = 'post' AND name IN ${listed(ended)}`
    yield* sql`
      UPDATE network_checks c SET due_at = n.due_at, weight = n.weight, seen_total = n.seen_total,
        missing_since = n.missing_since, checked_at = ${time}
      FROM ${recordset(sql, "n", nextColumns, next)}
      WHERE c.source = ${source} AND c.kind = 'post' AND c.name = n.name`
    return deleted
  })

  const finishAuthors = Effect.fnUntraced(function* (source: string, checked: ReadonlyArray<Checked>, time: Date) {
    const named = (isThere: boolean) => checked.filter((one) => one.isThere === isThere).map(({ name }) => name)
    // The feed brings those back whose profile is old by then.
    yield* sql`
      DELETE FROM network_checks WHERE source = ${source} AND kind = 'author' AND name IN ${listed(named(true))}`
    yield* sql`
      UPDATE network_checks SET due_at = ${plusMillis(time, unknownAuthorMillis)}, checked_at = ${time}
      WHERE source = ${source} AND kind = 'author' AND name IN ${listed(named(false))}`
  })

  return { add, askSoon, askDisplaced, trim, finishPosts, finishAuthors }
}
