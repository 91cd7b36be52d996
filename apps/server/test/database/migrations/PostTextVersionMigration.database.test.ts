/** Posts of the release before texts had versions count as older, and none of them is rewritten to say so. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyEmptyDatabase } from "../../../../../test/support/Databases.ts"
import { migrations } from "../../../src/database/migrations/index.ts"

/** Where each partition and each of its indexes is stored; a rewrite gives it another place. */
const files = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    SELECT c.relname AS name, pg_relation_filenode(c.oid)::text AS file FROM pg_class c
    WHERE c.relname LIKE 'posts\\_%' AND c.relkind IN ('r', 'i') ORDER BY 1`
)

onAnyEmptyDatabase("0013_post_text_version", (_name, database) => {
  layer(database, { timeout: "120 seconds" })((it) => {
    it.effect("gives stored posts version 0 without a rewrite of any partition", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* Effect.forEach(
          Object.entries(migrations).filter(([name]) => name < "0013"),
          ([, migration]) => migration,
          { discard: true }
        )
        yield* sql`CREATE TABLE posts_20260101 PARTITION OF posts FOR VALUES FROM ('2026-01-01Z') TO ('2026-01-02Z')`
        yield* sql`
            INSERT INTO posts (posted_at, like_count, reply_count, repost_count, reshare_count, observed_at, is_reply,
              language, code, username, token_text, terms, caption, url, source, media_url)
            SELECT day, 0, 0, 0, 0, day, false, 'en', day::text, 'u', '<a>', '{1}', 'a', '', '', '[]'
            FROM unnest(ARRAY['2026-01-01T10:00Z', '2020-01-01Z']::timestamptz[]) AS day`
        const before = yield* files
        assert.isAtLeast(before.length, 8)
        yield* migrations["0013_post_text_version"]
        assert.deepStrictEqual(yield* files, before)
        assert.deepStrictEqual(yield* sql`SELECT text_version, language_hint FROM posts`, [
          { textVersion: 0, languageHint: null },
          { textVersion: 0, languageHint: null }
        ])
      })
    )
  })
})
