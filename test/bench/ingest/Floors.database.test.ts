import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabase } from "../../support/Databases.ts"
import { measureKeywordIndexes, rebuildKeywordIndexes } from "../search/KeywordIndexes.ts"
import { floors, makeFloors, requireSameRows } from "./Floors.ts"

/** A partitioned posts table, independent of the product's own. */
const partitioned = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP TABLE posts CASCADE`
  yield* sql`CREATE TABLE posts (code text, posted_at timestamptz, terms int4[] NOT NULL, like_count bigint NOT NULL,
    media_url jsonb NOT NULL DEFAULT '[]', changed_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
    PRIMARY KEY (code, posted_at)) PARTITION BY RANGE (posted_at)`
  yield* sql`CREATE INDEX ON posts USING gin (terms)`
  yield* sql`CREATE TABLE posts_1 PARTITION OF posts FOR VALUES FROM ('2026-01-01Z') TO ('2026-01-02Z')`
  yield* sql`CREATE INDEX ON posts_1 (like_count)`
})

const indexesOf = (table: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ method: string }>`
      SELECT m.amname AS method FROM pg_partition_tree(${table}::regclass) t
      JOIN pg_index i ON i.indrelid = t.relid JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam
      WHERE t.isleaf ORDER BY 1`
    return rows.map(({ method }) => method)
  })

const addDay = (day: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const table of ["posts", "post_metrics"]) {
      yield* sql`CREATE TABLE ${sql(`${table}_2026010${day}`)} PARTITION OF ${sql(table)}
        FOR VALUES FROM (${sql.literal(`'2026-01-0${day}Z'`)}) TO (${sql.literal(`'2026-01-0${day + 1}Z'`)})`
    }
  })

const addPost = (code: string, day: number, likes: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const at = `2026-01-0${day}T10:00Z`
    yield* sql`INSERT INTO post_codes (code, posted_at) VALUES (${code}, ${at})`
    yield* sql`
      INSERT INTO posts (posted_at, like_count, reply_count, repost_count, reshare_count, observed_at, is_reply, language,
        code, author_id, token_text, terms, caption, url, source, media_url, seen_at)
      VALUES (${at}, ${likes}, 0, 0, 0, ${at}, false, 'en', ${code}, 'u', '', '{1,2}', '', '', '', '[]', ${at})`
  })

onAnyDatabase("floors of bench ingest", (_name, database) => {
  it.effect("copy tables with their partitions and indexes, also those made later, and hold the same rows", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* addDay(1)
      const made = yield* makeFloors
      yield* made.addPartitions
      yield* addDay(2)
      yield* made.addPartitions
      for (const table of ["posts", "post_codes", "replies", "post_metrics"]) {
        assert.deepStrictEqual(yield* indexesOf(`floor_copies_${table}`), yield* indexesOf(table))
      }
      assert.include(yield* indexesOf("floor_copy_of_posts_posts"), "gin")

      yield* addPost("a", 1, 5)
      yield* addPost("b", 2, 7)
      const first = yield* made.stored(["a", "b", "c"])
      for (const floor of floors) yield* made.write(floor, first, "nothing")
      yield* requireSameRows

      yield* sql`UPDATE posts SET like_count = 9 WHERE code = 'a'`
      assert.isTrue((yield* Effect.exit(requireSameRows))._tag === "Failure")
      const later = yield* made.stored(["a"])
      for (const floor of floors) yield* made.write(floor, later, "update")
      yield* requireSameRows
      assert.deepStrictEqual(yield* sql`SELECT terms, like_count FROM floor_copies_posts WHERE code = 'a'`, [
        { terms: [1, 2], likeCount: 9 }
      ])
      assert.lengthOf(yield* sql`SELECT 1 FROM floor_copies_post_codes`, 2)
    }).pipe(Effect.provide(database))
  )

  it.effect("find the keyword indexes of all partitions", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* partitioned
      yield* sql`INSERT INTO posts (code, posted_at, terms, like_count)
        SELECT n::text, '2026-01-01T10:00Z', ARRAY[n, n % 7], n FROM generate_series(1, 100) n`
      const { indexes, bytes, columnBytes, tableBytes } = yield* measureKeywordIndexes
      const rebuilt = yield* rebuildKeywordIndexes
      assert.strictEqual(indexes, 1)
      for (const size of [bytes, rebuilt.bytes, columnBytes, tableBytes]) assert.isAbove(size, 0)
    }).pipe(Effect.provide(database))
  )
})
