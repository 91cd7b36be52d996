/** Whatever changes about the model and whenever, nothing is compared across models, and no post is lost. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onEveryVectorDatabase } from "../../../../test/support/Databases.ts"
import { runs } from "../../../../test/support/Runs.ts"
import { EmbeddingWork } from "../../src/embeddings/filling/EmbeddingTask.ts"
import { activeOf, EmbeddingModels } from "../../src/embeddings/models/EmbeddingModels.ts"
import { Engine } from "../../src/queries/semantic/Engine.ts"
import { dayMillis } from "../../src/runtime/Time.ts"
import { settle, storedVectors, today, todaySeconds, withModel } from "../support/Embeddings.ts"
import { answer, embeddingServer, type EmbeddingServer, standInVector } from "../support/EmbeddingServer.ts"
import { forEvery } from "../support/Property.ts"
import { writePosts } from "../support/Posts.ts"

const empty = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM posts`
  yield* sql`DELETE FROM post_codes`
  const models = yield* sql<{ id: number }>`DELETE FROM embedding_models RETURNING id`
  for (const { id } of models) yield* sql`DROP TABLE ${sql(`embedding_vectors_${id}`)}`
  yield* TestClock.setTime(today)
})

const captionOf = (index: number): string => `this is the post with the number ${index}`

const write = (...indexes: ReadonlyArray<number>) =>
  writePosts(
    ...indexes.map((index) => ({
      code: `p${String(index).padStart(3, "0")}`,
      caption: captionOf(index),
      post_timestamp: todaySeconds - index
    }))
  )

const search = (topic: string) =>
  Effect.flatMap(Engine, (engine) =>
    engine.nearest(topic, { languages: ["en"], among: { from: new Date(today - 30 * dayMillis) } }, 3)
  )

const activeName = Effect.flatMap(EmbeddingModels, ({ all }) =>
  Effect.map(all, (models) => Option.getOrUndefined(Option.map(activeOf(models), ({ name }) => name)))
)

/** Models that the server of a test may have. The names of some carry their length. */
const served = ["one", "two", "three:64"]

const cosine = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): number => {
  const dot = (a: ReadonlyArray<number>, b: ReadonlyArray<number>) => a.reduce((sum, x, at) => sum + x * (b[at] ?? 0), 0)
  return one.length === other.length ? dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other)) : 0
}

/** Which of the models made a vector of this text. */
const makerOf = (text: string, vector: ReadonlyArray<number>): string | undefined =>
  served.find((model) => cosine(standInVector(model, text, vector.length), vector) > 0.999)

const assertUnmixed = Effect.gen(function* () {
  for (const rows of (yield* storedVectors).values()) {
    const makers = rows.map(({ code, vector }) => makerOf(captionOf(Number(code.slice(1))), vector ?? []))
    assert.isAtMost(new Set(makers).size, 1, "vectors of one table were made by one model")
    assert.notInclude(makers, undefined)
  }
})

/** A topic that is the text of a post finds that post first, which it would not with vectors of another model. */
const assertComparable = Effect.gen(function* () {
  const { engine, posts } = yield* search(captionOf(1))
  if (engine === "lexical") return
  assert.strictEqual(posts[0]?.code, "p001")
  assert.isAbove(posts[0]?.score ?? 0, 0.999)
})

onEveryVectorDatabase("A change of the model", (_name, database) => {
  layer(database, { timeout: "60 seconds" })((it) => {
    const test = (name: string, body: (server: EmbeddingServer) => Effect.Effect<void, unknown, SqlClient.SqlClient>) =>
      it.effect(name, () =>
        Effect.scoped(
          Effect.gen(function* () {
            yield* empty
            yield* body(yield* embeddingServer)
          })
        )
      )

    const inProcess = <A, E>(
      server: EmbeddingServer,
      model: string,
      body: Effect.Effect<A, E, Layer.Success<ReturnType<typeof withModel>> | SqlClient.SqlClient>,
      settings: Readonly<Record<string, string>> = {}
    ) => body.pipe(Effect.provide(withModel(server, model, settings).pipe(Layer.provideMerge(database)), { local: true }))

    void inProcess
    void test
  })
})
