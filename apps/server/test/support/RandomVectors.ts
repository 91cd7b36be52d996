/** Vectors that lie in clusters, as those of texts do, stored without a provider. */
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { EmbeddingModels } from "../../src/embeddings/vectors/EmbeddingModels.ts"
import { unitOf } from "../../src/embeddings/models/ProbedEmbedder.ts"
import { vectorLiteral } from "../../src/embeddings/vectors/VectorRows.ts"
import { makeVectorTables, tableOf } from "../../src/embeddings/vectors/VectorTables.ts"
import { recordset } from "../../src/database/client/Recordset.ts"

/** A generator of numbers from 0 to less than 1 (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Makes vectors near one of some centres. */
export const clustered = (random: () => number, dimensions: number, clusters: number) => {
  const vector = () => Array.from({ length: dimensions }, () => normal(random))
  const centres = Array.from({ length: clusters }, vector)
  return () => {
    const centre = centres[Math.floor(random() * clusters)] ?? []
    return unitOf(centre.map((value) => value + 0.7 * normal(random)))
  }
}

export interface VectorRow {
  readonly code: string
  readonly postedAt: Date
  readonly language: string
  readonly vector: ReadonlyArray<number>
}

const rowsAtOnce = 2_000

export const newModel = (name: string, probe: ReadonlyArray<number>) =>
  Effect.flatMap(EmbeddingModels, ({ want }) =>
    want({ name, askedDimensions: null, queryPrefix: "", documentPrefix: "" }, unitOf(probe))
  )

export const modelNamed = (name: string) =>
  Effect.flatMap(EmbeddingModels, ({ all }) =>
    Effect.flatMap(all, (models) =>
      Effect.orDie(Effect.fromOption(Option.fromUndefinedOr(models.find((model) => model.name === name))))
    )
  )

/** Writes rows into the table of a model, which need no posts. */
export const storeVectors = Effect.fnUntraced(function* (
  model: { readonly id: number; readonly dimensions: number },
  rows: ReadonlyArray<VectorRow>
) {
  const sql = yield* SqlClient.SqlClient
  const tables = makeVectorTables(sql)
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const part = rows.slice(at, at + rowsAtOnce)
    yield* tables.ensure(
      model,
      part.map(({ postedAt }) => postedAt)
    )
    const columns = { code: "text", posted_at: "timestamptz", language: "text", embedding: "text" } as const
    yield* sql`
      INSERT INTO ${sql(tableOf(model))} (posted_at, code, language, embedding)
      SELECT n.posted_at, n.code, n.language, n.embedding::halfvec(${sql.literal(String(model.dimensions))})
      FROM ${recordset(
        sql,
        "n",
        columns,
        part.map(({ code, postedAt, language, vector }) => ({
          code,
          posted_at: postedAt,
          language,
          embedding: vectorLiteral(vector)
        }))
      )}`
  }
})
