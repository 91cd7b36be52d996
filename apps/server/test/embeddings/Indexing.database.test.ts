/** Indexes are made one day at a time, while new posts go on getting their vectors. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onPostgresWithVectors } from "../../../../test/support/Databases.ts"
import { EmbeddingWork } from "../../src/embeddings/filling/EmbeddingWork.ts"
import { EmbeddingModels } from "../../src/embeddings/vectors/EmbeddingModels.ts"
import { maxScanned } from "../../src/embeddings/vectors/VectorSearch.ts"
import { makeVectorTables } from "../../src/embeddings/vectors/VectorTables.ts"
import { again } from "../../src/runtime/Background.ts"
import { dayMillis } from "../../src/runtime/Time.ts"
import { settle, today, todaySeconds, withModel } from "../support/Embeddings.ts"
import { embeddingServer } from "../support/EmbeddingServer.ts"
import { fillLibrary, longCaptions } from "../support/LibraryPosts.ts"
import { writePosts } from "../support/Posts.ts"

const dimensions = 4

/** The others are of texts that could not be embedded: they count, and an index of them takes no time. */
const indexed = 2_000

/** Rows of two days, one more than a scan should read, without their posts. */
const storeMany = Effect.fnUntraced(function* (id: number) {
  const sql = yield* SqlClient.SqlClient
  const days = [new Date(today - dayMillis), new Date(today - 2 * dayMillis)]
  yield* makeVectorTables(sql).ensure({ id, dimensions }, days)
  yield* sql`
    INSERT INTO ${sql(`embedding_vectors_${id}`)} (posted_at, code, language, embedding)
    SELECT ${days[0]}::timestamptz - (n % 2) * interval '1 day', 'many' || n, 'en',
      CASE WHEN n < ${indexed} THEN ARRAY[sin(n), cos(n), sin(2 * n), 1]::real[]::halfvec END
    FROM generate_series(0, ${maxScanned}) AS n`
})

const hasVector = (table: string, code: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql`SELECT 1 FROM ${sql(table)} WHERE code = ${code} AND embedding IS NOT NULL`,
      (rows) => rows.length === 1
    )
  )

const theModel = Effect.flatMap(EmbeddingModels, ({ all }) =>
  Effect.flatMap(all, ([model]) => (model === undefined ? Effect.die("no model") : Effect.succeed(model)))
)

onPostgresWithVectors("The indexes of vectors", ({ layer: database }) => {
  layer(database, { timeout: "120 seconds" })((it) => {
    it.effect("are made one day at a time, and new posts do not wait for them", () =>
      Effect.scoped(
        Effect.gen(function* () {
          yield* TestClock.setTime(today)
          const server = yield* embeddingServer
          yield* Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const { index } = yield* EmbeddingWork
            yield* writePosts({ code: "first", post_timestamp: todaySeconds })
            yield* settle
            const { id } = yield* theModel
            assert.isUndefined(yield* index, "few vectors need none")
            yield* storeMany(id)
            yield* TestClock.adjust("61 minutes")
            yield* settle

            const isLocked = yield* Deferred.make<void>()
            const mayGoOn = yield* Deferred.make<void>()
            const [day] = yield* makeVectorTables(sql).days({ id })
            const lock = yield* sql`LOCK TABLE ${sql(day?.name ?? "")} IN SHARE UPDATE EXCLUSIVE MODE`.pipe(
              Effect.andThen(Deferred.succeed(isLocked, undefined)),
              Effect.andThen(Deferred.await(mayGoOn)),
              sql.withTransaction,
              Effect.forkChild
            )
            yield* Deferred.await(isLocked)
            const indexing = yield* Effect.forkChild(index)
            const long = { caption: longCaptions.en, like_count: 5_000 }
            yield* writePosts({ code: "second", post_timestamp: todaySeconds, ...long })
            yield* fillLibrary
            yield* settle
            assert.isTrue(yield* hasVector(`embedding_vectors_${id}`, "second"), "while an index is being made")
            assert.isTrue(yield* hasVector(`embedding_library_${id}`, "second"), "nor does the library wait")
            assert.isUndefined(indexing.pollUnsafe())
            yield* Deferred.succeed(mayGoOn, undefined)
            yield* Fiber.join(lock)

            assert.strictEqual(yield* Fiber.join(indexing), again)
            assert.isNull((yield* theModel).indexedAt, "not before the last day has its index")
            let made = 1
            while ((yield* index) === again) made += 1
            assert.strictEqual(made, 3, "one for each day")
            assert.isNotNull((yield* theModel).indexedAt)
            const invalid = yield* sql`
              SELECT 1 FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
              WHERE c.relname LIKE ${`embedding_vectors_${id}_%_nearest`} AND NOT i.indisvalid`
            assert.deepStrictEqual(invalid, [])
          }).pipe(Effect.provide(withModel(server, `one:${dimensions}`)))
        })
      )
    )
  })
})
