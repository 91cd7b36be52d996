import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `embeddings`. Models of the release before have vectors of stored posts only; a model that is added later gets
 * this table with its others.
 */
export const libraryVectors = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const models = yield* sql<{ id: number; dimensions: number }>`SELECT id, dimensions FROM embedding_models`
  for (const { id, dimensions } of models) {
    yield* sql`
      CREATE TABLE ${sql(`embedding_library_${id}`)} (
        posted_at timestamptz NOT NULL,
        code text COLLATE "C" NOT NULL,
        embedding halfvec(${sql.literal(String(dimensions))}),
        PRIMARY KEY (posted_at, code)
      )`
  }
})
