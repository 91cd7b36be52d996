/** Posts get their vectors and lose them, whatever the provider does. */
import { assert, layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { type DatabaseLayer, onEveryVectorDatabase } from "../../../../test/support/Databases.ts"
import { EmbeddingWork } from "../../src/embeddings/filling/EmbeddingWork.ts"
import { Ingestion } from "../../src/sources/ingestion/Ingestion.ts"
import { Engine } from "../../src/queries/semantic/Engine.ts"
import { dayMillis, hourMillis } from "../../src/runtime/Time.ts"
import { settle, storedVectors, today, todaySeconds, withModel } from "../support/Embeddings.ts"
import { answer, answerOf, embeddingServer, type EmbeddingServer } from "../support/EmbeddingServer.ts"
import { origin, writePosts } from "../support/Posts.ts"

const daySeconds = dayMillis / 1000

const codes = Effect.map(storedVectors, (tables) =>
  [...tables.values()].flatMap((rows) => rows.filter(({ vector }) => vector !== null).map(({ code }) => code))
)

const search = (topic: string, count: number, languages: ReadonlyArray<"en" | "ja"> = ["en"]) =>
  Effect.flatMap(Engine, (engine) =>
    engine.nearest(topic, { languages, among: { from: new Date(today - 30 * dayMillis) } }, count)
  )

const remove = (code: string) =>
  Effect.flatMap(Ingestion, (ingestion) => ingestion.write([{ type: "delete", code }], origin))

/** Requests of posts, without those of the probe alone. */
const batches = ({ requests }: EmbeddingServer) => requests.filter(({ input }) => input.length > 1)

type Services = Layer.Success<ReturnType<typeof withModel>> | Layer.Success<DatabaseLayer>

onEveryVectorDatabase("Filling", (name, database) => {
  layer(database, { timeout: "60 seconds" })((it) => {
    const test = (
      name: string,
      body: (server: EmbeddingServer) => Effect.Effect<void, unknown, Services>,
      settings: Readonly<Record<string, string>> = {}
    ) =>
      it.effect(name, () =>
        Effect.scoped(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            yield* sql`DELETE FROM posts`
            yield* sql`DELETE FROM post_codes`
            yield* sql`DELETE FROM embedding_models`
            yield* TestClock.setTime(today)
            const server = yield* embeddingServer
            yield* Effect.provide(body(server), withModel(server, "one", settings))
          })
        )
      )

    test(
      "gives vectors to the posts of the last 30 days, newest first, in batches with the probe",
      (server) =>
        Effect.gen(function* () {
          const posts = Array.from({ length: 20 }, (_, index) => ({
            code: `p${String(index).padStart(2, "0")}`,
            caption: `this is the post with the number ${index}`,
            post_timestamp: todaySeconds - index * daySeconds
          }))
          yield* writePosts(...posts, { code: "before", post_timestamp: todaySeconds - 31 * daySeconds })
          yield* settle
          assert.deepStrictEqual(
            yield* codes,
            posts.map(({ code }) => code)
          )
          assert.deepStrictEqual(
            batches(server).map(({ input }) => input.length),
            [8, 8, 7]
          )
          assert.deepStrictEqual(
            batches(server).flatMap(({ input }) => input.slice(1)),
            posts.map(({ caption }) => caption)
          )
        }),
      { HEDDLE_EMBEDDINGS_BATCH_SIZE: "8" }
    )

    test(
      "puts each kind of text behind its prefix and sends the key",
      (server) =>
        Effect.gen(function* () {
          yield* writePosts({ code: "a", caption: "a wombat", post_timestamp: todaySeconds, language: "en" })
          yield* settle
          yield* search("wombats", 1)
          assert.isTrue(server.requests.every(({ input }) => input[0]?.startsWith("passage: ") === true))
          assert.deepStrictEqual(
            batches(server).map(({ input }) => input[1]),
            ["passage: a wombat", "query: wombats"]
          )
          assert.isTrue(server.requests.every(({ authorization }) => authorization === "Bearer secret"))
          assert.isTrue(server.requests.every(({ dimensions }) => dimensions === 32))
        }),
      {
        HEDDLE_EMBEDDINGS_QUERY_PREFIX: "query: ",
        HEDDLE_EMBEDDINGS_DOCUMENT_PREFIX: "passage: ",
        HEDDLE_EMBEDDINGS_API_KEY: "secret",
        HEDDLE_EMBEDDINGS_DIMENSIONS: "32"
      }
    )

    test("finds posts that come after the first pass, whenever they were written", () =>
      Effect.gen(function* () {
        yield* writePosts({ code: "first", post_timestamp: todaySeconds })
        yield* settle
        yield* TestClock.adjust("10 minutes")
        yield* writePosts({ code: "fresh", post_timestamp: todaySeconds + 300 })
        yield* writePosts({ code: "late", post_timestamp: todaySeconds - 3 * daySeconds })
        yield* writePosts({ code: "too-late", post_timestamp: todaySeconds - 31 * daySeconds })
        yield* settle
        assert.deepStrictEqual(yield* codes, ["first", "fresh", "late"])
      }))

    test("finds posts that no change told of, in its next pass", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* writePosts({ code: "first", post_timestamp: todaySeconds })
        yield* settle
        yield* writePosts({ code: "second", post_timestamp: todaySeconds - 3 * daySeconds })
        yield* sql`DELETE FROM post_changes`
        yield* settle
        assert.deepStrictEqual(yield* codes, ["first"])
        yield* TestClock.adjust("61 minutes")
        yield* settle
        assert.deepStrictEqual(yield* codes, ["first", "second"])
      }))

    test("a deleted post is in no answer, even before its vector is gone", () =>
      Effect.gen(function* () {
        for (const code of ["a", "b", "c"]) yield* writePosts({ code, post_timestamp: todaySeconds })
        yield* settle
        yield* remove("b")
        const { engine, posts } = yield* search("this is a plain post", 2)
        assert.strictEqual(engine, "embedding")
        assert.deepStrictEqual(
          posts.map(({ code }) => code),
          ["a", "c"]
        )
        yield* settle
        assert.deepStrictEqual(yield* codes, ["a", "c"])
      }))

    test("days that no search can ask for are dropped", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* writePosts({ code: "old", post_timestamp: todaySeconds - 29 * daySeconds })
        yield* settle
        yield* TestClock.adjust("3 days")
        yield* writePosts({ code: "new", post_timestamp: todaySeconds + 3 * daySeconds })
        yield* settle
        assert.deepStrictEqual(yield* codes, ["new"])
        const days = yield* sql<{ name: string }>`
          SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
          JOIN pg_class parent ON parent.oid = i.inhparent
          WHERE parent.relname = (SELECT 'embedding_vectors_' || id FROM embedding_models) AND c.relname ~ '_[0-9]{8}$'`
        assert.deepStrictEqual(
          days.map(({ name }) => name.slice(-8)),
          ["19700305"]
        )
      }))

    test("a changed language reaches the filter", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* writePosts({ code: "a", post_timestamp: todaySeconds })
        yield* settle
        yield* sql`UPDATE posts SET language = 'ja'`
        yield* TestClock.adjust("61 minutes")
        yield* settle
        assert.deepStrictEqual((yield* search("plain", 1, ["en"])).posts, [])
        assert.strictEqual((yield* search("plain", 1, ["ja"])).posts.length, 1)
      }))

    test("a text that the provider rejects is cut, then left out, and stops no other", (server) =>
      Effect.gen(function* () {
        server.setFault((request, response) => {
          const isTooLong = request.input.some((text) => text.length > 1_000)
          const isPoison = request.input.some((text) => text.includes("poison"))
          if (isTooLong || isPoison) answer(response, 400, { error: { message: "cannot embed" } })
          return isTooLong || isPoison
        })
        yield* writePosts(
          { code: "empty", caption: " ", post_timestamp: todaySeconds },
          { code: "long", caption: "long ".repeat(900), post_timestamp: todaySeconds },
          { code: "plain", post_timestamp: todaySeconds },
          { code: "poison", caption: "a poison for the model", post_timestamp: todaySeconds }
        )
        yield* settle
        assert.deepStrictEqual(yield* codes, ["long", "plain"])
        const before = server.requests.length
        yield* TestClock.adjust("61 minutes")
        yield* settle
        assert.strictEqual(server.requests.length, before, "what cannot be embedded is not tried again")
      }))

    test("a provider that rejects everything leaves all posts for later", (server) =>
      Effect.gen(function* () {
        yield* writePosts({ code: "a", post_timestamp: todaySeconds }, { code: "b", post_timestamp: todaySeconds })
        const { run } = yield* EmbeddingWork
        yield* settle
        yield* writePosts({ code: "c", post_timestamp: todaySeconds })
        server.setFault((_request, response) => {
          answer(response, 400, { error: { message: "this parameter is not supported" } })
          return true
        })
        const failure = yield* Effect.flip(run)
        assert.strictEqual(failure.reason, "rejected")
        server.setFault(undefined)
        yield* settle
        assert.deepStrictEqual(yield* codes, ["a", "b", "c"])
      }))

    if (name === "PostgreSQL") {
      test("two processes share the work; the one that lives takes over from the one that does not", (server) =>
        Effect.gen(function* () {
          yield* writePosts({ code: "a", post_timestamp: todaySeconds })
          yield* settle
          yield* Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const { run } = yield* EmbeddingWork
            yield* writePosts({ code: "b", post_timestamp: todaySeconds })
            yield* run
            assert.deepStrictEqual(yield* codes, ["a"], "the first has the lease")
            yield* sql`UPDATE embedding_models SET leased_until = clock_timestamp() - interval '1 second'`
            yield* settle
            assert.deepStrictEqual(yield* codes, ["a", "b"])
          }).pipe(Effect.provide(withModel(server, "one"), { local: true }))
          assert.strictEqual((yield* storedVectors).size, 1)
        }))
    }

    test("the call fails while the provider does, and works again after it", (server) =>
      Effect.gen(function* () {
        yield* writePosts({ code: "a", post_timestamp: todaySeconds - hourMillis / 1000 })
        yield* settle
        server.setFault((request, response) => {
          answer(response, 200, { ...answerOf(request), data: [] })
          return true
        })
        const failure = yield* Effect.flip(search("plain", 1))
        assert.include(failure.detail, "the embedding model does not respond")
        server.setFault(undefined)
        assert.strictEqual((yield* search("plain", 1)).engine, "embedding")
      }))
  })
})
