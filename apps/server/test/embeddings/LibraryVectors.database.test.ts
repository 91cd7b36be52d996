/** Library posts have vectors of their own: they outlive the stored posts, and leave with the library and the model. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onEveryVectorDatabase } from "../../../../test/support/Databases.ts"
import type { DatabaseInfo } from "../../src/database/client/DatabaseInfo.ts"
import { Filling } from "../../src/embeddings/filling/Filling.ts"
import { EmbeddingModels } from "../../src/embeddings/vectors/EmbeddingModels.ts"
import { Inspiration } from "../../src/queries/semantic/Inspiration.ts"
import { dayMillis } from "../../src/runtime/Time.ts"
import { Library } from "../../src/store/library/Library.ts"
import { PostMaintenance } from "../../src/store/retention/PostMaintenance.ts"
import { settle, today, todaySeconds, withModel } from "../support/Embeddings.ts"
import { answer, embeddingServer, type EmbeddingServer } from "../support/EmbeddingServer.ts"
import { fillLibrary } from "../support/LibraryPosts.ts"
import { type PostInput, writePosts } from "../support/Posts.ts"
import { forgetAll } from "../support/StoredState.ts"

const captions = {
  wombat: "wombats dig burrows under the hill and sleep there all day. ".repeat(6),
  coffee: "the barista pours hot milk over a small cup of espresso. ".repeat(6),
  trains: "an express leaves the platform at noon with many carriages. ".repeat(6)
}

const post = (code: keyof typeof captions, fields: Partial<PostInput> = {}): PostInput => ({
  code,
  caption: captions[code],
  post_timestamp: todaySeconds,
  like_count: 5_000,
  ...fields
})

const ask = Effect.fnUntraced(function* (topic: string) {
  const { engine, data } = yield* yield* (yield* Inspiration).prepare({ topic, language: "en" })
  return { engine, codes: data.map(({ code }) => code) }
})

const stored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname ~ '^embedding_library_[0-9]+$' ORDER BY 1`
  return yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(sql<{ code: string }>`SELECT code FROM ${sql(name)} ORDER BY code`, (rows) =>
      rows.map(({ code }) => code)
    )
  )
})

const services = (server: EmbeddingServer, model: string) =>
  Inspiration.layer.pipe(Layer.provideMerge(withModel(server, model)))

/** Texts that the server was asked for, without the probe. */
const textsAsked = ({ requests }: EmbeddingServer) => requests.flatMap(({ input }) => input.slice(1))

onEveryVectorDatabase("The vectors of the library", (_name, database) => {
  layer(database, { timeout: "120 seconds" })((it) => {
    const test = (
      name: string,
      body: (
        server: EmbeddingServer
      ) => Effect.Effect<void, unknown, Layer.Success<ReturnType<typeof services>> | SqlClient.SqlClient | DatabaseInfo>
    ) =>
      it.effect(name, () =>
        Effect.scoped(
          Effect.gen(function* () {
            yield* TestClock.setTime(today)
            const server = yield* embeddingServer
            yield* Effect.provide(
              Effect.gen(function* () {
                const sql = yield* SqlClient.SqlClient
                yield* forgetAll
                for (const { id } of yield* sql<{ id: number }>`DELETE FROM embedding_models RETURNING id`) {
                  yield* sql`DROP TABLE ${sql(`embedding_vectors_${id}`)}, ${sql(`embedding_library_${id}`)}`
                }
                yield* body(server)
              }),
              services(server, "one")
            )
          })
        )
      )

    test("answer inspiration by meaning, and are not asked for twice", (server) =>
      Effect.gen(function* () {
        yield* writePosts(post("wombat"), post("coffee"), post("trains"))
        yield* settle
        const before = textsAsked(server).length
        yield* fillLibrary
        yield* settle
        assert.deepStrictEqual(yield* stored, [["coffee", "trains", "wombat"]])
        assert.strictEqual(textsAsked(server).length, before, "the vectors of the stored posts are taken over")
        const found = yield* ask(captions.coffee.slice(0, 50))
        assert.strictEqual(found.engine, "embedding")
        assert.strictEqual(found.codes[0], "coffee")
        assert.strictEqual(found.codes.length, 3)
      }))

    test("outlive the stored posts, also those that never had a vector there", (server) =>
      Effect.gen(function* () {
        yield* writePosts(post("wombat"), post("coffee", { post_timestamp: todaySeconds - 40 * 86_400 }))
        yield* fillLibrary
        yield* settle
        assert.deepStrictEqual(yield* stored, [["coffee", "wombat"]])
        yield* TestClock.setTime(today + 100 * dayMillis)
        yield* (yield* PostMaintenance).run
        yield* settle
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`SELECT code FROM posts`, [])
        assert.deepStrictEqual((yield* ask(captions.wombat.slice(0, 50))).codes, ["wombat", "coffee"])
        assert.strictEqual(textsAsked(server).filter((text) => text === captions.coffee).length, 1)
      }))

    test("do not wait until every stored post has its vector", () =>
      Effect.gen(function* () {
        const { fill } = yield* Filling
        const all = Array.from({ length: 200 }, (_, at) => ({
          code: `p${at}`,
          caption: `this is the post with the number ${at}`,
          post_timestamp: todaySeconds - at
        }))
        yield* writePosts(post("wombat", { post_timestamp: todaySeconds - 40 * 86_400 }))
        yield* fillLibrary
        yield* settle
        yield* writePosts(...all, post("coffee", { post_timestamp: todaySeconds - 39 * 86_400 }))
        yield* fillLibrary
        const [model] = yield* (yield* EmbeddingModels).all
        assert.isDefined(model)
        // Its time is over before it begins.
        assert.isFalse(yield* fill(model, "window", 0))
        assert.deepStrictEqual(yield* stored, [["coffee", "wombat"]])
        assert.deepStrictEqual((yield* ask(captions.coffee.slice(0, 50))).codes[0], "coffee")
      }))

    test("a post that leaves the library loses its vector", () =>
      Effect.gen(function* () {
        yield* writePosts(post("wombat", { observed_at: todaySeconds - 60 }), post("coffee"))
        yield* fillLibrary
        yield* settle
        yield* writePosts(post("wombat", { like_count: 10, observed_at: todaySeconds }))
        yield* (yield* Library).refresh
        yield* settle
        assert.deepStrictEqual((yield* ask("wombats under the hill")).codes, ["coffee"])
        assert.deepStrictEqual(yield* stored, [["coffee"]])
      }))

    test("a model answers only when it has them, and takes them with it", (server) =>
      Effect.gen(function* () {
        yield* writePosts(post("wombat", { post_timestamp: todaySeconds - 40 * 86_400 }))
        yield* fillLibrary
        yield* settle
        server.setFault((request, response) => {
          const isRefused = request.model === "two" && request.input.length > 1
          if (isRefused) answer(response, 404, { error: { message: "no such model" } })
          return isRefused
        })
        yield* Effect.gen(function* () {
          yield* Effect.exit(settle)
          assert.deepStrictEqual(yield* stored, [["wombat"], []])
          assert.deepStrictEqual(yield* ask("wombats"), { engine: "embedding", codes: ["wombat"] })
          server.setFault(undefined)
          yield* settle
          assert.deepStrictEqual(yield* stored, [["wombat"], ["wombat"]])
          yield* TestClock.adjust("2 minutes")
          yield* settle
          assert.deepStrictEqual(yield* stored, [["wombat"]])
          assert.deepStrictEqual(yield* ask("wombats"), { engine: "embedding", codes: ["wombat"] })
        }).pipe(
          // No two processes start in one millisecond.
          (effect) => Effect.andThen(TestClock.adjust("1 second"), effect),
          Effect.provide(services(server, "two"), { local: true })
        )
      }))
  })
})
