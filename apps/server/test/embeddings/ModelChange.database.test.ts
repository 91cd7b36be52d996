/** Whatever changes about the model and whenever, nothing is compared across models, and no post is lost. */
import { assert, layer } from "@effect/vitest"
import { Effect, type Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { type DatabaseLayer, onEveryVectorDatabase } from "../../../../test/support/Databases.ts"
import { runs } from "../../../../test/support/Runs.ts"
import { EmbeddingWork } from "../../src/embeddings/filling/EmbeddingWork.ts"
import { activeOf, EmbeddingModels } from "../../src/embeddings/vectors/EmbeddingModels.ts"
import { Engine } from "../../src/queries/semantic/Engine.ts"
import { dayMillis } from "../../src/runtime/Time.ts"
import { settle, storedVectors, today, todaySeconds, withModel } from "../support/Embeddings.ts"
import { answer, embeddingServer, type EmbeddingServer, type Fault, standInVector } from "../support/EmbeddingServer.ts"
import { forEvery } from "../support/Property.ts"
import { writePosts } from "../support/Posts.ts"
import { testServicesWith } from "../support/TestServices.ts"

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
  const dot = (a: ReadonlyArray<number>, b: ReadonlyArray<number>) =>
    a.reduce((sum, x, at) => sum + x * (b[at] ?? 0), 0)
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
  const found = yield* Effect.option(search(captionOf(1)))
  if (Option.isNone(found) || found.value.engine === "lexical") return
  const [first] = found.value.posts
  assert.strictEqual(first?.code, "p001")
  assert.isAbove(first?.score ?? 0, 0.999)
})

const withoutModel = testServicesWith({})

type Base = Layer.Success<DatabaseLayer> | Layer.Success<typeof withoutModel>

const inProcess = <A, E>(
  server: EmbeddingServer,
  model: string,
  body: Effect.Effect<A, E, Layer.Success<ReturnType<typeof withModel>> | Base>,
  settings: Readonly<Record<string, string>> = {}
) =>
  // No two processes start in one millisecond.
  Effect.andThen(
    TestClock.adjust("1 second"),
    Effect.provide(body, withModel(server, model, settings), { local: true })
  )

/** Lets so many requests of posts of this model pass, and refuses the others. */
const refuseBatchesOf = (model: string, passes: number): Fault => {
  let left = passes
  return (request, response) => {
    if (request.model !== model || request.input.length === 1) return false
    if (left > 0) {
      left -= 1
      return false
    }
    answer(response, 404, { error: { message: "no such model" } })
    return true
  }
}

const step = fc.record({
  model: fc.constantFrom(...served),
  /** The server has one model, whatever it is asked for. */
  served: fc.option(fc.constantFrom(...served), { nil: undefined, freq: 3 }),
  refuses: fc.boolean(),
  added: fc.nat(6)
})

onEveryVectorDatabase("A change of the model", (_name, database) => {
  layer(database, { timeout: "60 seconds" })((it) => {
    const test = (name: string, body: (server: EmbeddingServer) => Effect.Effect<void, unknown, Base>) =>
      it.effect(name, () =>
        Effect.scoped(
          Effect.gen(function* () {
            yield* empty
            yield* Effect.provide(body(yield* embeddingServer), withoutModel)
          })
        )
      )

    test("is made in the background while the old model answers, and is one switch", (server) =>
      Effect.gen(function* () {
        yield* write(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
        yield* inProcess(server, "one", settle)
        server.setFault(refuseBatchesOf("two", 1))
        yield* inProcess(
          server,
          "two",
          Effect.gen(function* () {
            const { run } = yield* EmbeddingWork
            assert.strictEqual((yield* Effect.flip(run)).reason, "refused")
            assert.deepStrictEqual(
              [...(yield* storedVectors).values()].map(({ length }) => length),
              [10, 7]
            )
            assert.strictEqual((yield* search(captionOf(1))).engine, "embedding")
            yield* assertComparable
            yield* write(11)
            yield* Effect.exit(run)
            assert.strictEqual(
              (yield* search(captionOf(11))).posts[0]?.code,
              "p011",
              "new posts reach the old model too"
            )
            assert.strictEqual(yield* activeName, "one")
            server.setFault(undefined)
            yield* settle
            assert.strictEqual(yield* activeName, "two")
            yield* TestClock.adjust("10 seconds")
            yield* assertComparable
            assert.strictEqual((yield* storedVectors).size, 2)
            yield* TestClock.adjust("1 minute")
            yield* settle
            assert.deepStrictEqual(
              [...(yield* storedVectors).values()].map(({ length }) => length),
              [11]
            )
            yield* assertUnmixed
            yield* assertComparable
          }),
          { HEDDLE_EMBEDDINGS_BATCH_SIZE: "8" }
        )
      }))

    test("is taken back: the model of before is still there, and the half-made one goes", (server) =>
      Effect.gen(function* () {
        yield* write(1, 2, 3)
        yield* inProcess(server, "one", settle)
        server.setFault(refuseBatchesOf("two", 0))
        yield* inProcess(
          server,
          "two",
          Effect.flatMap(EmbeddingWork, ({ run }) => Effect.exit(run))
        )
        yield* TestClock.adjust("3 minutes")
        const before = server.requests.length
        yield* inProcess(server, "one", Effect.andThen(settle, assertComparable))
        assert.strictEqual((yield* storedVectors).size, 1)
        assert.isAtMost(server.requests.length - before, 3, "nothing was embedded again")
      }))

    test("of its length makes another model", (server) =>
      Effect.gen(function* () {
        yield* write(1, 2, 3)
        yield* inProcess(server, "one", settle)
        const shorter = { HEDDLE_EMBEDDINGS_DIMENSIONS: "32" }
        yield* inProcess(
          server,
          "one",
          Effect.gen(function* () {
            yield* settle
            yield* TestClock.adjust("2 minutes")
            yield* settle
            assert.deepStrictEqual(
              [...(yield* storedVectors).values()].map((rows) => rows.map(({ vector }) => vector?.length)),
              [[32, 32, 32]]
            )
            yield* assertComparable
          }),
          shorter
        )
      }))

    test("that is unset leaves vectors for a day", (server) =>
      Effect.gen(function* () {
        yield* write(1)
        yield* inProcess(server, "one", settle)
        const unset = (time: "1 hour" | "1 day") =>
          Effect.gen(function* () {
            yield* TestClock.adjust(time)
            yield* settle
            return (yield* storedVectors).size
          }).pipe(Effect.provide(withoutModel, { local: true }))
        assert.strictEqual(yield* unset("1 hour"), 1)
        assert.strictEqual(yield* unset("1 day"), 0)
      }))

    test("in any order with posts and faults never mixes models nor loses posts", (server) =>
      forEvery(fc.array(step, { minLength: 3, maxLength: 8 }), runs(6), (steps) =>
        Effect.gen(function* () {
          yield* empty
          server.setModel(undefined)
          server.setFault(undefined)
          yield* write(1, 2, 3)
          let posts = 3
          for (const { model, served, refuses, added } of steps) {
            server.setModel(served)
            server.setFault(refuses ? refuseBatchesOf(served ?? model, 1) : undefined)
            yield* inProcess(
              server,
              model,
              Effect.gen(function* () {
                const { run } = yield* EmbeddingWork
                yield* assertComparable
                yield* Effect.exit(run)
                yield* write(...Array.from({ length: added }, (_, index) => posts + 1 + index))
                posts += added
                yield* Effect.exit(run)
                yield* assertUnmixed
                yield* TestClock.adjust("2 minutes")
                yield* assertComparable
              }),
              { HEDDLE_EMBEDDINGS_BATCH_SIZE: "4" }
            )
          }
          server.setFault(undefined)
          const last = steps.at(-1)?.model ?? "one"
          yield* inProcess(server, last, Effect.andThen(Effect.andThen(Effect.exit(settle), settle), assertComparable))
          yield* assertUnmixed
          const complete = [...(yield* storedVectors).values()].filter(({ length }) => length === posts)
          assert.isAtLeast(complete.length, 1)
        })
      ))
  })
})
