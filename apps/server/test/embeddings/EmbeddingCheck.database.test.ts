/** What stops the start of a server with a model, and what does not. */
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { onEveryDatabase, onEveryVectorDatabase } from "../../../../test/support/Databases.ts"
import { EmbeddingCheck } from "../../src/embeddings/Embeddings.ts"
import { answer, answerOf, embeddingServer } from "../support/EmbeddingServer.ts"
import { testServicesWith } from "../support/TestServices.ts"

const start = (settings: Readonly<Record<string, string>>) =>
  Layer.build(EmbeddingCheck).pipe(
    Effect.scoped,
    Effect.provide(testServicesWith(settings), { local: true }),
    Effect.asVoid
  )

const withServer = (url: string, model = "one", settings: Readonly<Record<string, string>> = {}) =>
  start({ HEDDLE_EMBEDDINGS_URL: url, HEDDLE_EMBEDDINGS_MODEL: model, ...settings })

const canStoreVectors = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql`SELECT 1 FROM pg_available_extensions WHERE name = 'vector'`, (rows) => rows.length > 0)
)

onEveryDatabase("The check of the embeddings", (_name, database) => {
  layer(database, { timeout: "60 seconds" })((it) => {
    it.effect("looks for nothing without a model", () =>
      Effect.gen(function* () {
        yield* start({})
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`SELECT 1 FROM pg_extension WHERE extname = 'vector'`, [])
      })
    )

    it.effect("says what to install where the database cannot store vectors", () =>
      Effect.gen(function* () {
        const server = yield* embeddingServer
        const exit = yield* Effect.exit(withServer(server.url))
        if (yield* canStoreVectors) return assert.isTrue(Exit.isSuccess(exit))
        const error = yield* Effect.flip(exit)
        assert.include(error.message, "this PostgreSQL cannot store vectors")
        assert.include(error.message, "install the extension pgvector, version 0.8 or later")
      }).pipe(Effect.scoped)
    )
  })
})

onEveryVectorDatabase("The check of a model", (_name, database) => {
  layer(database, { timeout: "60 seconds" })((it) => {
    it.effect("refuses vectors that are too long or of another length than the settings say", () =>
      Effect.gen(function* () {
        const server = yield* embeddingServer
        const tooLong = yield* Effect.flip(withServer(server.url, "one:4001"))
        assert.include(tooLong.message, "They have 4001 numbers; at most 4000 can be stored.")
        server.setFault((request, response) => {
          answer(response, 200, answerOf({ ...request, dimensions: 32 }))
          return true
        })
        const other = yield* Effect.flip(withServer(server.url, "one", { HEDDLE_EMBEDDINGS_DIMENSIONS: "64" }))
        assert.include(other.message, "its embeddings have 32 numbers instead of 64")
        assert.include(other.message, "HEDDLE_EMBEDDINGS_DIMENSIONS")
      }).pipe(Effect.scoped)
    )

    it.effect("lets a server start whose provider refuses it", () =>
      Effect.gen(function* () {
        const server = yield* embeddingServer
        server.setFault((_request, response) => {
          answer(response, 401, { error: { message: "no such key" } })
          return true
        })
        yield* withServer(server.url)
        assert.strictEqual(server.requests.length, 1)
      }).pipe(Effect.scoped)
    )
  })
})
