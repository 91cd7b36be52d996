/** The nearest are all found, whatever the filter; by an index, almost all. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import {
  type DatabaseLayer,
  onEveryVectorDatabase,
  onPostgresWithVectors
} from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { ensurePgVector, makeVectorIndexes } from "../../../src/embeddings/vectors/VectorTables.ts"
import { EmbeddingModels } from "../../../src/embeddings/vectors/EmbeddingModels.ts"
import { VectorSearch } from "../../../src/embeddings/vectors/VectorSearch.ts"
import { dayMillis } from "../../../src/runtime/Time.ts"
import { today } from "../../support/Embeddings.ts"
import { forEvery } from "../../support/Property.ts"
import {
  clustered,
  modelNamed,
  newModel,
  randomFrom,
  storeVectors,
  type VectorRow
} from "../../support/RandomVectors.ts"

const services = Layer.mergeAll(EmbeddingModels.layer, VectorSearch.layer)
const languages = ["en", "ja", "ko"]
const dimensions = 32

const makeRows = (count: number, seed: number): ReadonlyArray<VectorRow> => {
  const random = randomFrom(seed)
  const vector = clustered(random, dimensions, 40)
  return Array.from({ length: count }, (_, index) => ({
    code: `p${index}`,
    postedAt: new Date(today - Math.floor(random() * 30 * dayMillis)),
    // Few are Korean.
    language: random() < 0.02 ? "ko" : random() < 0.4 ? "ja" : "en",
    vector: vector()
  }))
}

const prepared = (rows: ReadonlyArray<VectorRow>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      yield* TestClock.setTime(today)
      yield* ensurePgVector(yield* SqlClient.SqlClient)
      const model = yield* newModel("one", rows[0]?.vector ?? [])
      yield* storeVectors(model, rows)
    })
  )

const over = (database: DatabaseLayer, rows: ReadonlyArray<VectorRow>) =>
  prepared(rows).pipe(Layer.provideMerge(services), Layer.provideMerge(database), Layer.orDie)

const cosineDistance = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): number =>
  1 - one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

/** The distances of the nearest, computed here. */
const nearestDistances = (rows: ReadonlyArray<VectorRow>, vector: ReadonlyArray<number>, count: number) =>
  rows
    .map((row) => cosineDistance(row.vector, vector))
    .toSorted((a, b) => a - b)
    .slice(0, count)

const question = fc.record({
  seed: fc.nat(1_000),
  languages: fc.subarray(languages, { minLength: 1 }),
  days: fc.integer({ min: 1, max: 30 }),
  count: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constant(3_000))
})

const smallRows = makeRows(3_000, 1)

onEveryVectorDatabase("A scan", (_name, database) => {
  layer(over(database, smallRows), { timeout: "60 seconds" })((it) => {
    it.effect("finds exactly the nearest of every filter, fewer only where there are fewer", () =>
      forEvery(question, runs(40), ({ seed, languages, days, count }) =>
        Effect.gen(function* () {
          yield* TestClock.setTime(today)
          const from = new Date(today - days * dayMillis)
          const vector = clustered(randomFrom(seed), dimensions, 40)()
          const model = yield* modelNamed("one")
          const found = yield* (yield* VectorSearch).nearest({ model, vector, languages, from, count })
          const matching = smallRows.filter((row) => row.postedAt >= from && languages.includes(row.language))
          const expected = nearestDistances(matching, vector, count)
          assert.strictEqual(found.length, expected.length)
          assert.strictEqual(new Set(found.map(({ code }) => code)).size, found.length)
          const matchingCodes = new Set(matching.map(({ code }) => code))
          for (const [index, { code, distance }] of found.entries()) {
            assert.isTrue(matchingCodes.has(code))
            // As far as half precision goes.
            assert.closeTo(distance, expected[index] ?? Number.NaN, 0.004)
          }
        })
      )
    )
  })
})

const manyRows = makeRows(12_000, 2)

onPostgresWithVectors("An index", ({ layer: database }) => {
  layer(over(database, manyRows), { timeout: "120 seconds" })((it) => {
    it.effect("finds at least 95 of the nearest 100, as many as are asked for, whatever the filter", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(today)
        const sql = yield* SqlClient.SqlClient
        const search = yield* VectorSearch
        const model = yield* modelNamed("one")
        yield* Effect.repeat(makeVectorIndexes(sql).makeNext(model), { while: (isMade) => isMade })
        yield* sql`ANALYZE`
        const from = new Date(today - 30 * dayMillis)
        const questions = clustered(randomFrom(7), dimensions, 40)
        for (const filter of [languages, ["ja"], ["ko"]]) {
          const recalls: Array<number> = []
          for (let asked = 0; asked < 15; asked++) {
            const query = { model, vector: questions(), languages: filter, from, count: 100 }
            const exact = yield* search.exact(query)
            const near = yield* search.approximate(query)
            assert.strictEqual(near.length, 100)
            const codes = new Set(near.map(({ code }) => code))
            recalls.push(exact.filter(({ code }) => codes.has(code)).length / 100)
          }
          const mean = recalls.reduce((sum, value) => sum + value, 0) / recalls.length
          assert.isAtLeast(mean, 0.95, `recall with ${filter.join()}`)
        }
      })
    )

    it.effect("is there for each day", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const model = yield* modelNamed("one")
        const indexes = yield* sql<{ count: number }>`
          SELECT count(*) AS count FROM pg_indexes
          WHERE tablename LIKE ${`embedding_vectors_${model.id}_%`} AND indexdef LIKE '%hnsw%'`
        assert.isAtLeast(indexes[0]?.count ?? 0, 30)
      })
    )
  })
})
