import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { onEveryDatabase } from "../../support/Databases.ts"
import { measureKeywordIndexes } from "../search/KeywordIndexes.ts"
import { makeFloors, requireSameRows } from "./Floors.ts"

/** A table of posts that is stored in parts, whatever the product's own is like. */
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

onEveryDatabase("floors of bench ingest", (_name, database) => {
  it.effect("copy a table with its partitions and indexes, also those made later, and hold the same rows", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* partitioned
      const floors = yield* makeFloors
      yield* floors.addPartitions
      yield* sql`CREATE TABLE posts_2 PARTITION OF posts FOR VALUES FROM ('2026-01-02Z') TO ('2026-01-03Z')`
      yield* floors.addPartitions
      assert.deepStrictEqual(yield* indexesOf("floor_copy"), yield* indexesOf("posts"))
      assert.deepStrictEqual(yield* indexesOf("floor_copy"), ["btree", "btree", "btree", "gin", "gin"])

      yield* sql`INSERT INTO posts (code, posted_at, terms, like_count) VALUES
        ('a', '2026-01-01T10:00Z', '{1,2}', 5), ('b', '2026-01-02T10:00Z', '{}', 7)`
      const first = yield* floors.stored(["a", "b", "c"])
      assert.strictEqual(first.length, 2)
      yield* floors.write("floor_copy", first, "nothing")
      yield* floors.write("floor_plain", first, "nothing")
      yield* requireSameRows

      yield* sql`UPDATE posts SET like_count = 9 WHERE code = 'a'`
      assert.isTrue((yield* Effect.exit(requireSameRows))._tag === "Failure")
      const later = yield* floors.stored(["a"])
      yield* floors.write("floor_copy", later, "update")
      yield* floors.write("floor_plain", later, "update")
      yield* requireSameRows
      const [copied] = yield* sql<{ terms: ReadonlyArray<number>; likeCount: number }>`
        SELECT terms, like_count FROM floor_copy WHERE code = 'a'`
      assert.deepStrictEqual(copied, { terms: [1, 2], likeCount: 9 })
    }).pipe(Effect.provide(database))
  )

  it.effect("find the keyword indexes of all partitions", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* partitioned
      yield* sql`INSERT INTO posts (code, posted_at, terms, like_count)
        SELECT n::text, '2026-01-01T10:00Z', ARRAY[n, n % 7], n FROM generate_series(1, 100) n`
      const { indexes, bytes, rebuiltBytes, columnBytes, tableBytes } = yield* measureKeywordIndexes
      assert.strictEqual(indexes, 1)
      for (const size of [bytes, rebuiltBytes, columnBytes, tableBytes]) assert.isAbove(size, 0)
    }).pipe(Effect.provide(database))
  )
})
