/**
 * How many posts of a window have how many likes. Reads the counts that are kept while posts are written, and the posts
 * themselves where a window does not begin with a slot, where a question is finer than slots, and where older posts are
 * not counted yet.
 */
import { Effect, Stream } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { hourMillis } from "../../runtime/Time.ts"
import type { CallScan, Window } from "../../store/scan/ChunkedScan.ts"
import { slotMinutes, slotOf, slotStart } from "../../store/posts/PostVersion.ts"

/** `posts[i]` posts have `likes[i]` likes; a number of likes may come again, and steps that are not added yet are negative. */
export interface CountedLikes {
  /** What the question groups by. */
  readonly key: number
  readonly likes: ReadonlyArray<number>
  readonly posts: ReadonlyArray<number>
}

export interface LikesQuestion {
  readonly window: Window
  readonly languages: ReadonlyArray<string>
  /** An integer, from a post's time in seconds since 1970. */
  readonly key: (seconds: Statement.Fragment) => Statement.Fragment
  /** The time in which `key` does not change, counted from 1970, in minutes. */
  readonly keyMinutes: number
}

const slotMillis = slotMinutes * 60_000

export const likesBySlot = (
  sql: SqlClient.SqlClient,
  scan: CallScan,
  { window, languages, key, keyMinutes }: LikesQuestion
) => {
  const fromPosts = ({ from, until }: Window) =>
    sql<CountedLikes>`
      SELECT key, array_agg(likes) AS likes, array_agg(posts) AS posts FROM (
        SELECT ${key(sql`date_part('epoch', p.posted_at)`)} AS key, p.like_count AS likes, count(*) AS posts
        FROM posts p
        WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND ${sql.in("p.language", languages)}
        GROUP BY 1, 2
      ) AS c GROUP BY 1`.unprepared

  // Added up here: there are hundreds of numbers of likes in a slot, and PostgreSQL would take five times as long.
  const fromCounts =
    (minutes: number) =>
    ({ from, until }: Window) => {
      const inSlots = sql`slot >= ${slotOf(from)} AND slot < ${slotOf(until)} AND ${sql.in("language", languages)}`
      return sql<CountedLikes>`
        SELECT ${key(sql`(a.slot * ${slotMinutes * 60}::double precision)`)} AS key, a.likes, a.posts FROM (
          SELECT c.slot, c.likes, c.posts FROM like_counts c WHERE c.minutes = ${minutes} AND ${inSlots}
          UNION ALL
          SELECT s.slot, array_agg(s.likes), array_agg(s.posts)
          FROM like_deltas l, unnest(l.slots, l.languages, l.likes, l.posts) AS s (slot, language, likes, posts)
          WHERE ${inSlots} GROUP BY 1
        ) AS a`.unprepared
    }

  const between = (from: number, until: number): Window => ({ from: new Date(from), until: new Date(until) })

  return Stream.unwrap(
    Effect.map(sql<{ likesFrom: number }>`SELECT likes_from FROM rollup_progress`, ([progress]) => {
      const until = window.until.getTime()
      const counted = Math.max(window.from.getTime(), slotStart(progress?.likesFrom ?? 0).getTime())
      const first = keyMinutes % slotMinutes === 0 ? Math.ceil(counted / slotMillis) * slotMillis : until
      const firstHour = keyMinutes % 60 === 0 ? Math.ceil(first / hourMillis) * hourMillis : until
      const [slots, hours] = [Math.min(first, until), Math.min(firstHour, until)]
      // Counts have no posts after now, so the last slot may be whole.
      const end = Math.ceil(until / hourMillis) * hourMillis
      return Stream.concat(
        hours < until ? scan.slots(between(hours, end), hourMillis, fromCounts(60)) : Stream.empty,
        Stream.concat(
          slots < hours
            ? scan.slots(between(slots, Math.ceil(hours / slotMillis) * slotMillis), slotMillis, fromCounts(15))
            : Stream.empty,
          window.from.getTime() < slots ? scan.chunks(between(window.from.getTime(), slots), fromPosts) : Stream.empty
        )
      )
    })
  )
}
