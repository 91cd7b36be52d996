/**
 * `npm run bench -- vectors`: the nearest posts by a scan and, where the product would use it, by an index, by how many posts
 * are compared. Needs a PostgreSQL with pgvector. The vectors are made up, in clusters; how well a model understands texts is not measured here.
 */
import { Clock, Console, Effect, Layer } from "effect"
import { Command, Flag } from "effect/cli"
import { SqlClient } from "effect/sql"
import {
  clustered,
  newModel,
  randomFrom,
  storeVectors,
  type VectorRow
} from "../../../apps/server/test/support/RandomVectors.ts"
import { migrated } from "../../../apps/server/src/database/Database.ts"
import * as PostgresClient from "../../../apps/server/src/database/client/PostgresClient.ts"
import { type EmbeddingModel, EmbeddingModels } from "../../../apps/server/src/embeddings/vectors/EmbeddingModels.ts"
import { ensurePgVector, makeVectorIndexes, tableOf } from "../../../apps/server/src/embeddings/vectors/VectorTables.ts"
import { maxIndexed, maxScanned, VectorSearch } from "../../../apps/server/src/embeddings/vectors/VectorSearch.ts"
import { dayMillis } from "../../../apps/server/src/runtime/Time.ts"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { timed } from "../Product.ts"
import { quantile } from "../Quantiles.ts"
import { type Figure, jsonFlag, machine, postsFlag, print, round, seedFlag } from "../Report.ts"

const days = 30
const clusters = 200
const topics = 20
const counts = [10, 100, 3_000]
const windows = [30, 10, 3, 1]
const rowsAtOnce = 5_000

const flags = {
  json: jsonFlag,
  posts: postsFlag(100_000),
  seed: seedFlag,
  dimensions: Flag.Int("dimensions").pipe(Flag.withDescription("Length of the vectors"), Flag.withDefault(256))
}

const load = Effect.fnUntraced(function* (model: EmbeddingModel, posts: number, next: () => VectorRow["vector"]) {
  const now = yield* Clock.currentTimeMillis
  for (let at = 0; at < posts; at += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, posts - at) }, (_, index): VectorRow => ({
      code: `p${at + index}`,
      postedAt: new Date(now - ((at + index) / posts) * days * dayMillis),
      language: index % 4 === 0 ? "ja" : "en",
      vector: next()
    }))
    yield* storeVectors(model, rows)
  }
})

const quantiles = (millis: ReadonlyArray<number>) => {
  const sorted = millis.toSorted((a, b) => a - b)
  return { p50: round(quantile(sorted, 0.5)), p95: round(quantile(sorted, 0.95)) }
}

const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

const measure = Effect.fnUntraced(function* (
  model: EmbeddingModel,
  questions: ReadonlyArray<VectorRow["vector"]>,
  window: number,
  count: number,
  languages: ReadonlyArray<string>,
  mayUseIndex: boolean
) {
  const search = yield* VectorSearch
  const from = new Date((yield* Clock.currentTimeMillis) - window * dayMillis)
  const seen = yield* Effect.forEach(questions, (vector) =>
    Effect.gen(function* () {
      const query = { model, vector, languages, from, count }
      const exact = yield* timed(search.exact(query))
      if (!mayUseIndex) return { exact: exact.millis }
      const near = yield* timed(search.approximate(query))
      const codes = new Set(near.value.map(({ code }) => code))
      const hits = exact.value.filter(({ code }) => codes.has(code)).length
      return { exact: exact.millis, index: near.millis, recall: hits / Math.max(1, exact.value.length) }
    })
  )
  const byIndex = seen.filter((one) => one.index !== undefined)
  return {
    exact: quantiles(seen.map(({ exact }) => exact)),
    byIndex: mayUseIndex
      ? {
          ...quantiles(byIndex.map(({ index }) => index)),
          recall: round(mean(byIndex.map(({ recall }) => recall)), 3)
        }
      : undefined
  }
})

const figuresOf = (
  posts: number,
  count: number,
  { exact, byIndex }: Effect.Success<ReturnType<typeof measure>>
): ReadonlyArray<Figure> => {
  const sizes = { posts, count }
  const figure = (name: string, metric: string, value: number, unit: string): Figure => ({
    name,
    metric,
    value,
    unit,
    sizes
  })
  return [
    figure("scan", "p95", exact.p95, "ms"),
    ...(byIndex === undefined
      ? []
      : [figure("index", "p95", byIndex.p95, "ms"), figure("index", "recall", byIndex.recall, "share")])
  ]
}

const benchmark = Effect.fnUntraced(function* (posts: number, seed: number, dimensions: number) {
  const sql = yield* SqlClient.SqlClient
  yield* ensurePgVector(sql)
  const next = clustered(randomFrom(seed), dimensions, clusters)
  const model = yield* newModel("made up", next())
  yield* load(model, posts, next)
  yield* sql`ANALYZE`
  const built = yield* timed(Effect.repeat(makeVectorIndexes(sql).makeNext(model), { while: (isMade) => isMade }))
  const [size] = yield* sql<{ rows: number; indexes: number }>`
    SELECT sum(pg_relation_size(relid))::bigint AS rows, sum(pg_indexes_size(relid))::bigint AS indexes
    FROM pg_partition_tree(${tableOf(model)})`
  const bytes = (value: number | undefined) => `${Math.round((value ?? 0) / posts)} bytes a post`
  yield* Console.log(
    `indexes made in ${round(built.millis / 1000)} s; rows ${bytes(size?.rows)}, indexes ${bytes(size?.indexes)}`
  )
  const questions = Array.from({ length: topics }, next)
  const figures: Array<Figure> = []
  yield* Console.log("compared  language  count  scan p50/p95 ms  index p50/p95 ms  recall")
  for (const window of windows) {
    for (const count of counts) {
      for (const languages of [["en", "ja"], ["ja"]]) {
        const share = languages.length === 2 ? 1 : 0.25
        const compared = Math.round((posts * window * share) / days)
        const mayUseIndex = compared > maxScanned && count <= maxIndexed
        const found = yield* measure(model, questions, window, count, languages, mayUseIndex)
        yield* Console.log(
          [
            String(compared).padStart(8),
            (languages.length === 2 ? "all" : "ja").padStart(9),
            String(count).padStart(6),
            `${found.exact.p50} / ${found.exact.p95}`.padStart(16),
            (found.byIndex === undefined ? "-" : `${found.byIndex.p50} / ${found.byIndex.p95}`).padStart(17),
            String(found.byIndex?.recall ?? "-").padStart(7)
          ].join(" ")
        )
        figures.push(...figuresOf(compared, count, found))
      }
    }
  }
  return figures
})

export const vectors = Command.make(
  "vectors",
  flags,
  Effect.fn(function* ({ json, posts, seed, dimensions }) {
    yield* Console.log(`${machine()}\n${posts} vectors of ${dimensions} numbers over ${days} days, seed ${seed}`)
    const server = yield* PostgresServer.start({
      fsync: false,
      settings: ["shared_buffers = 1GB", "maintenance_work_mem = 512MB"]
    })
    const database = migrated(PostgresClient.layer({ url: server.url, maxConnections: 2 }))
    const services = Layer.mergeAll(EmbeddingModels.layer, VectorSearch.layer).pipe(Layer.provideMerge(database))
    const figures = yield* Effect.provide(benchmark(posts, seed, dimensions), services)
    yield* print(json, figures)
  }, Effect.scoped)
).pipe(Command.withDescription("The nearest of many vectors: by a scan and by an index"))
