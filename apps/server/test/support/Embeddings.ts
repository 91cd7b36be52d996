/** The product with a model of embeddings, which the stand-in serves. */
import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { EmbeddingWork } from "../../src/embeddings/filling/EmbeddingWork.ts"
import { VectorSearch } from "../../src/embeddings/vectors/VectorSearch.ts"
import { EngineLayer } from "../../src/queries/semantic/SemanticSearch.ts"
import { again } from "../../src/runtime/Background.ts"
import { dayMillis } from "../../src/runtime/Time.ts"
import type { EmbeddingServer } from "./EmbeddingServer.ts"
import { testServicesWith } from "./TestServices.ts"

/** Where the clock of these tests stands. */
export const today = 60 * dayMillis
export const todaySeconds = today / 1000

export const withModel = (
  server: Pick<EmbeddingServer, "url">,
  model: string,
  settings: Readonly<Record<string, string>> = {}
) =>
  Layer.mergeAll(EngineLayer, VectorSearch.layer).pipe(
    Layer.provideMerge(
      testServicesWith({ HEDDLE_EMBEDDINGS_URL: server.url, HEDDLE_EMBEDDINGS_MODEL: model, ...settings })
    )
  )

const mostRuns = 100

/** Runs the task until it leaves nothing behind. */
export const settle = Effect.gen(function* () {
  const { run } = yield* EmbeddingWork
  for (let runs = 0; runs < mostRuns; runs++) if ((yield* run) !== again) return
  assert.fail("the task never finishes")
})

export interface StoredVector {
  readonly code: string
  readonly language: string
  /** Null for a post that could not be embedded. */
  readonly vector: ReadonlyArray<number> | null
}

/** What the tables of all models have, by the id of the model. */
export const storedVectors = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const models = yield* sql<{ id: number }>`SELECT id FROM embedding_models ORDER BY id`
  const tables = yield* Effect.forEach(models, ({ id }) =>
    Effect.map(
      sql<{ code: string; language: string; vector: string | null }>`
        SELECT code, language, embedding::text AS vector FROM ${sql(`embedding_vectors_${id}`)} ORDER BY code`,
      (rows) =>
        [
          id,
          rows.map(({ code, language, vector }): StoredVector => ({
            code,
            language,
            vector: vector === null ? null : JSON.parse(vector)
          }))
        ] as const
    )
  )
  return new Map(tables)
})
