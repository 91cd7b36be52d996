/**
 * Peers of the product, on the same server with the same posts: a plain table with an index on the time, read by a full
 * scan, and the same with the trigram index that most services start with. They search the raw caption: no folding, no
 * lemmas, no join with authors. Their sessions have `jit` off.
 */
import { PgClient } from "@effect/sql-pg"
import { Effect, type Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { clientOptions } from "../../../apps/server/src/database/client/ClientOptions.ts"
import { languagesOf } from "../../../apps/server/src/queries/filters/Filters.ts"
import { timed } from "../Product.ts"
import type { KeywordClass } from "./Keywords.ts"

const columns =
  "code, url, caption, language, username, posted_at, is_reply, reply_to, like_count, reply_count, repost_count, reshare_count, impression_count"
const trigramIndex = "peer_posts_trigrams"
const pageRows = 51
const literals = (values: ReadonlyArray<string>): string => values.map((value) => `'${value}'`).join(", ")

export const preparePeers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`
  yield* sql`CREATE TABLE peer_posts AS SELECT ${sql.literal(columns)} FROM posts ORDER BY posted_at, code`
  yield* sql`ALTER TABLE peer_posts ADD PRIMARY KEY (code)`
  yield* sql`CREATE INDEX ON peer_posts (posted_at DESC, code DESC)`
  const { millis } = yield* timed(
    sql`CREATE INDEX ${sql.literal(trigramIndex)} ON peer_posts USING gin (caption gin_trgm_ops)`
  )
  yield* sql`VACUUM (ANALYZE) peer_posts`
  const [size] = yield* sql<{ bytes: number }>`SELECT pg_relation_size(${trigramIndex}::regclass) AS bytes`
  const [table] = yield* sql<{ bytes: number }>`
    SELECT pg_total_relation_size('peer_posts') - ${size?.bytes ?? 0}::bigint AS bytes`
  return { millis, bytes: size?.bytes ?? 0, tableBytes: table?.bytes ?? 0 }
})

const noIndexes = { enable_indexscan: "off", enable_bitmapscan: "off", enable_indexonlyscan: "off" }

/** Inlines the keyword into the statement, so that the planner knows it: the best case for a peer. */
const questions = (sql: SqlClient.SqlClient, contains: (keyword: string) => string) => {
  const filter = (keyword: string, language: KeywordClass["language"], days: number) =>
    sql.literal(`${contains(keyword)} AND language IN (${literals(languagesOf(language))})
      AND posted_at >= now() - interval '${days} days'`)
  return {
    firstPage: (keyword: string, language: KeywordClass["language"], days: number) =>
      sql`SELECT ${sql.literal(columns)} FROM peer_posts WHERE ${filter(keyword, language, days)}
        ORDER BY posted_at DESC, code DESC LIMIT ${sql.literal(String(pageRows))}`,
    trend: (keyword: string, language: KeywordClass["language"], days: number) =>
      sql`SELECT floor(extract(epoch FROM posted_at) / 86400)::bigint AS day, count(*) AS posts
        FROM peer_posts WHERE ${filter(keyword, language, days)} GROUP BY 1`
  }
}
export type PeerQuestions = ReturnType<typeof questions>

export const peers = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const session = (startupParameters: Readonly<Record<string, string>>) =>
    PgClient.make({
      ...clientOptions,
      url,
      maxConnections: 1,
      startupParameters: { timezone: "UTC", jit: "off", ...startupParameters }
    }).pipe(Effect.provide(Reactivity.layer))
  return {
    scan: questions(yield* session(noIndexes), (keyword) => `strpos(caption, '${keyword}') > 0`),
    pg_trgm: questions(yield* session({}), (keyword) => `caption ILIKE '%${keyword}%'`)
  }
})
