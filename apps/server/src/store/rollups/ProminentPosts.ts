/** The rows of the prominent posts. Owns `top_posts` and `top_post_thresholds`, which `reset_rollups.sql` empties. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { arrayOf, recordset } from "../../database/client/Recordset.ts"
import { keyColumns, metricColumns } from "../posts/PostColumns.ts"
import { type Floors, isProminent, type LanguageFloors } from "./Floors.ts"
import type { PostVersion, VersionChange } from "../posts/PostVersion.ts"

const { observed_at: _observedAt, ...countColumns } = metricColumns
const columns = { ...countColumns, language: "text", is_reply: "boolean" } as const

export interface ProminentWindow {
  readonly languages: ReadonlyArray<string>
  readonly from: Date
  readonly until: Date
}

export const makeProminentPosts = (sql: SqlClient.SqlClient) => {
  const readFloors = Effect.map(
    sql<LanguageFloors & { readonly language: string }>`
      SELECT language, engagement, likes, replies, impressions, likes_of_reply FROM top_post_thresholds`
      .withoutTransform,
    (rows): Floors => new Map(rows.map((row) => [row.language, row]))
  )

  const insert = (posts: ReadonlyArray<PostVersion>) => sql`
    INSERT INTO top_posts (posted_at, code, language, is_reply, like_count, reply_count, repost_count,
      reshare_count, impression_count)
    SELECT n.posted_at, n.code, n.language, n.is_reply, n.like_count, n.reply_count, n.repost_count, n.reshare_count,
      n.impression_count
    FROM ${recordset(sql, "n", columns, posts)}
    ON CONFLICT (posted_at, code) DO UPDATE SET language = excluded.language, like_count = excluded.like_count,
      reply_count = excluded.reply_count, repost_count = excluded.repost_count,
      reshare_count = excluded.reshare_count, impression_count = excluded.impression_count`

  const remove = (posts: ReadonlyArray<PostVersion>) => sql`
    DELETE FROM top_posts p USING ${recordset(sql, "n", keyColumns, posts)}
    WHERE p.posted_at = n.posted_at AND p.code = n.code`

  /** Writes the rows of changed posts. */
  const keep = Effect.fnUntraced(function* (floors: Floors, changes: ReadonlyArray<VersionChange>) {
    if (floors.size === 0) return
    const [present, gone] = [new Map<string, PostVersion>(), new Map<string, PostVersion>()]
    for (const { before, after } of changes) {
      if (after !== null && isProminent(after, floors)) present.set(after.code, after)
      else if (before !== null && isProminent(before, floors)) gone.set(before.code, before)
    }
    if (present.size > 0) yield* insert([...present.values()])
    if (gone.size > 0) yield* remove([...gone.values()])
  })

  /** A condition on posts `p`: that a count reaches a floor of its language, joined as `f`. */
  const reachesFloor = sql.literal(`coalesce(p.like_count >= f.likes OR p.reply_count >= f.replies
    OR p.like_count + p.reply_count + p.repost_count + p.reshare_count >= f.engagement
    OR p.impression_count >= f.impressions OR p.is_reply AND p.like_count >= f.likes_of_reply, false)`)

  /** Replaces the floors. The posts of the languages `again` are complete from `completeFrom` on, the others as before. */
  const replaceFloors = Effect.fnUntraced(function* (floors: Floors, again: ReadonlyArray<string>, completeFrom: Date) {
    const rows = [...floors].map(([language, ofLanguage]) => ({ language, ...ofLanguage }))
    const types = {
      language: "text",
      engagement: "bigint",
      likes: "bigint",
      replies: "bigint",
      impressions: "bigint",
      likes_of_reply: "bigint"
    } as const
    yield* sql`
      INSERT INTO top_post_thresholds (language, engagement, likes, replies, impressions, likes_of_reply, complete_from)
      SELECT n.*, ${completeFrom} FROM ${recordset(sql, "n", types, rows)}
      ON CONFLICT (language) DO UPDATE SET engagement = excluded.engagement, likes = excluded.likes,
        replies = excluded.replies, impressions = excluded.impressions, likes_of_reply = excluded.likes_of_reply`
    yield* sql`
      UPDATE top_post_thresholds SET complete_from = ${completeFrom}
      WHERE language = ANY (${arrayOf("text", again)})`
  })

  /** Once floors have risen. Writers no longer keep the rows below, so they must be gone before a floor falls again. */
  const dropFallen = sql`
    DELETE FROM top_posts p USING top_post_thresholds f WHERE f.language = p.language AND NOT ${reachesFloor}`

  /** Inserts the prominent posts of a window that no writer has inserted. No writer may be under way. */
  const recount = ({ languages, from, until }: ProminentWindow) =>
    sql`
    INSERT INTO top_posts (posted_at, code, language, is_reply, like_count, reply_count, repost_count,
      reshare_count, impression_count)
    SELECT p.posted_at, p.code, p.language, p.is_reply, p.like_count, p.reply_count, p.repost_count, p.reshare_count,
      p.impression_count
    FROM posts p JOIN top_post_thresholds f ON f.language = p.language
    WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND ${sql.in("p.language", languages)}
      AND ${reachesFloor}
    ON CONFLICT (posted_at, code) DO NOTHING`.unprepared

  return { readFloors, keep, replaceFloors, dropFallen, recount }
}
