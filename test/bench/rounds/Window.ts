/**
 * The posts of a window of 72 hours, as ingestion leaves them, but written many at a time and without what a round does not
 * read: replies, authors and metrics.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { arrayOf, recordset } from "../../../apps/server/src/database/client/Recordset.ts"
import { dayMillis, hourMillis } from "../../../apps/server/src/runtime/Time.ts"
import { authorIdOf } from "../../../apps/server/src/store/Change.ts"
import { deriveText } from "../../../apps/server/src/store/posts/PostState.ts"
import {
  codeColumns,
  createdColumns,
  type CreatedRow,
  toInsertRows
} from "../../../apps/server/src/store/posts/PostColumns.ts"
import { PostPartitions } from "../../../apps/server/src/store/posts/PostPartitions.ts"
import { makePosts, type Posts } from "../posts/Posts.ts"
import { origin } from "../posts/Writing.ts"

export const windowHours = 72
const batchSize = 2_000
const batchesAtOnce = 2
/** With the generator's own counts a quarter of the posts would have 10 likes; with a fifth of them it is 7 %. */
const countsDividedBy = 5

const fewer = (count: number | undefined) => Math.floor((count ?? 0) / countsDividedBy)

const rowOf = (posts: Posts, index: number): CreatedRow => {
  const post = posts.post(index)
  const postedAt = new Date(Math.floor(post.post_timestamp * 1_000))
  const views = post.impression_count ?? null
  return {
    ...deriveText(post.caption, post.language ?? ""),
    code: post.code,
    source: origin.source,
    url: `https://posts.example/${post.username}/${post.code}`,
    caption: post.caption,
    language_hint: post.language ?? "",
    marks: [],
    author_id: authorIdOf(post),
    posted_at: postedAt,
    is_reply: post.is_reply ?? false,
    reply_to: post.reply_to ?? null,
    media_url: [],
    seen_at: postedAt,
    observed_at: postedAt,
    like_count: fewer(post.like_count),
    reply_count: fewer(post.reply_count),
    repost_count: fewer(post.repost_count),
    reshare_count: fewer(post.reshare_count),
    impression_count: views === null ? null : fewer(views),
    metric_step: 0
  }
}

const insert = Effect.fnUntraced(function* (rows: ReadonlyArray<CreatedRow>) {
  const sql = yield* SqlClient.SqlClient
  const terms = arrayOf(
    "integer",
    rows.flatMap(({ terms }) => terms)
  )
  yield* sql`
    INSERT INTO posts (posted_at, like_count, reply_count, repost_count, reshare_count, observed_at, metric_step, is_reply,
      language, code, author_id, impression_count, token_text, terms, reply_to, caption, url, source, media_url,
      text_version, language_hint, seen_at)
    SELECT posted_at, like_count, reply_count, repost_count, reshare_count, observed_at, metric_step, is_reply, language,
      code, author_id, impression_count, token_text, (${terms})[terms_from:terms_until], reply_to, caption, url, source,
      media_url::jsonb, text_version, language_hint, seen_at
    FROM ${recordset(sql, "n", createdColumns, toInsertRows(rows))}`
  const codes = rows.map(({ code, posted_at, author_id }) => ({ code, posted_at, author_id, deleted_at: null }))
  yield* sql`
    INSERT INTO post_codes (code, posted_at, author_id, deleted_at)
    SELECT code, posted_at, author_id, deleted_at FROM ${recordset(sql, "n", codeColumns, codes)}`
})

/** Writes the posts of the 72 hours before `untilMillis`. The index of terms is built at the end, which is faster. */
export const writeWindow = Effect.fnUntraced(function* (options: {
  readonly seed: number
  readonly count: number
  readonly untilMillis: number
}) {
  const { seed, count, untilMillis } = options
  const sql = yield* SqlClient.SqlClient
  const partitions = yield* PostPartitions
  const fromMillis = untilMillis - windowHours * hourMillis
  const posts = makePosts({ seed, count, period: { fromMillis, untilMillis } })
  const days = Array.from({ length: windowHours / 24 + 1 }, (_, day) => new Date(fromMillis + day * dayMillis))
  yield* partitions.ensure(days, new Date(untilMillis))
  yield* sql`DROP INDEX posts_terms`
  const starts = Array.from({ length: Math.ceil(count / batchSize) }, (_, batch) => batch * batchSize)
  yield* Effect.forEach(
    starts,
    (from) =>
      Effect.suspend(() =>
        insert(Array.from({ length: Math.min(batchSize, count - from) }, (_, at) => rowOf(posts, from + at)))
      ),
    { concurrency: batchesAtOnce, discard: true }
  )
  yield* sql`CREATE INDEX posts_terms ON posts USING gin (terms)`
  yield* sql`VACUUM (ANALYZE) posts, post_codes`
  return posts
})
