/** Models: trained by one process at a time, in time, kept, and read by all. */
import { assert } from "@effect/vitest"
import { ForecastMetric } from "@heddle/api"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { ForecastModels } from "../../../src/store/forecasts/ForecastModels.ts"
import { ForecastTraining } from "../../../src/store/forecasts/ForecastTraining.ts"
import { type GrowingPost, writeGrowing } from "../../support/Courses.ts"
import { writePosts } from "../../support/Posts.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const day = 86_400
const start = 100 * day

/** 400 posts of the 8 days before the last week. */
const posts = Array.from({ length: 400 }, (_, index): GrowingPost => ({
  code: `p${index}`,
  post_timestamp: start - 15 * day + index * 1_700,
  likes: 20 + ((index * 7_919) % 900)
}))

const begin = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* forgetAll
  yield* sql`DELETE FROM forecast_models`
  yield* sql`UPDATE forecast_trainings SET started_at = NULL, lease_ends_at = NULL`
  yield* TestClock.setTime(start * 1_000)
})

const train = ForecastTraining.use(({ run }) => run)

/** Another process on the same database. */
const Another = Layer.fresh(ForecastTraining.layer.pipe(Layer.provideMerge(Layer.fresh(ForecastModels.layer))))

const versions = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ metric: string; version: string }>`
    SELECT metric, version FROM forecast_models ORDER BY trained_at, metric`
)

onAnyDatabaseWith("Training of forecast models", { services: TestServices }, (it) => {
  it.effect("with too few posts the prior is used, and training is tried again every hour", () =>
    Effect.gen(function* () {
      yield* begin
      assert.isTrue(yield* train)
      const [views] = yield* (yield* ForecastModels).state
      assert.strictEqual(views?.kind, "prior")
      assert.isFalse(yield* train)
      yield* TestClock.adjust("59 minutes")
      assert.isFalse(yield* train)
      yield* TestClock.adjust("1 minute")
      assert.isTrue(yield* train)
    })
  )

  it.effect("learns from the stored courses, once a day", () =>
    Effect.gen(function* () {
      yield* begin
      yield* writeGrowing(posts, start)
      assert.isTrue(yield* train)
      const models = yield* ForecastModels
      const { model, version } = yield* models.current("likes")
      assert.deepStrictEqual([model.kind, model.posts], ["learned", 400])
      assert.strictEqual((yield* models.current("views")).model.kind, "prior", "no post has views")
      yield* TestClock.adjust("23 hours")
      assert.isFalse(yield* train)
      yield* TestClock.adjust("1 hour")
      assert.isTrue(yield* train)
      assert.notStrictEqual((yield* models.current("likes")).version, version)
    })
  )

  it.effect("an import is noticed within a minute, and again when it has doubled the posts", () =>
    Effect.gen(function* () {
      yield* begin
      assert.isTrue(yield* train)
      const import_ = (some: ReadonlyArray<GrowingPost>) =>
        Effect.andThen(writeGrowing(some, start), TestClock.adjust("1 minute"))
      yield* import_(posts.slice(0, 250))
      assert.isTrue(yield* train)
      const { model } = yield* (yield* ForecastModels).current("likes")
      assert.deepStrictEqual([model.kind, model.posts], ["learned", 250])
      yield* import_(posts.slice(250))
      assert.isFalse(yield* train)
      yield* import_(
        posts.map((post) => ({ ...post, code: `${post.code}-2`, post_timestamp: post.post_timestamp + 60 }))
      )
      assert.isTrue(yield* train)
    })
  )

  it.effect("the posts of the first day adapt the prior", () =>
    Effect.gen(function* () {
      yield* begin
      const today = posts.slice(0, 60).map((post, index) => ({ ...post, post_timestamp: start - day + index * 1_200 }))
      yield* writeGrowing(today, start)
      assert.isTrue(yield* train)
      const { model } = yield* (yield* ForecastModels).current("likes")
      assert.deepStrictEqual([model.kind, model.posts], ["adapted", 60])
    })
  )

  it.effect("posts that were observed only when they were old leave a model that can be read: the prior", () =>
    Effect.gen(function* () {
      yield* begin
      yield* writePosts(
        ...posts.map(({ code, post_timestamp, likes }) => ({
          code,
          post_timestamp,
          like_count: likes,
          observed_at: post_timestamp + 7 * day
        }))
      )
      assert.isTrue(yield* train)
      const { version, model } = yield* (yield* ForecastModels).current("likes")
      assert.notStrictEqual(version, "prior", "it was stored")
      assert.strictEqual(model.kind, "prior")
    })
  )

  it.effect("keeps the last five models of a metric", () =>
    Effect.gen(function* () {
      yield* begin
      for (let trained = 0; trained < 7; trained += 1) {
        yield* train
        yield* TestClock.adjust("1 day")
      }
      const kept = (yield* versions).filter(({ metric }) => metric === "likes")
      assert.deepStrictEqual(
        kept.map(({ version }) => version.slice(0, 10)),
        ["1970-04-13", "1970-04-14", "1970-04-15", "1970-04-16", "1970-04-17"]
      )
    })
  )

  it.effect("two processes at once make one model of each metric, which both use", () =>
    Effect.gen(function* () {
      yield* begin
      const another = yield* Layer.build(Another)
      const results = yield* Effect.all([train, Effect.provide(train, another)], { concurrency: 2 })
      assert.sameMembers(results, [true, false])
      assert.lengthOf(yield* versions, ForecastMetric.literals.length)
      const current = ForecastModels.use((models) => models.current("likes"))
      const one = yield* current
      assert.strictEqual((yield* Effect.provide(current, another)).version, one.version)
    }).pipe(Effect.scoped)
  )

  it.effect("a process that died during its training is replaced after five minutes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* begin
      const now = new Date(start * 1_000)
      yield* sql`UPDATE forecast_trainings SET started_at = ${now}, lease_ends_at = ${new Date((start + 300) * 1_000)}`
      assert.isFalse(yield* train)
      yield* TestClock.adjust("5 minutes")
      assert.isTrue(yield* train)
    })
  )

  it.effect("a model that cannot be read is ignored; the one before it is used", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* begin
      yield* train
      const models = yield* ForecastModels
      const { version } = yield* models.current("likes")
      for (const [index, body] of ["{", "[]", '{"format":999}'].entries()) {
        const at = new Date((start + 1 + index) * 1_000)
        yield* sql`
            INSERT INTO forecast_models (metric, version, trained_at, posts, body)
            VALUES ('likes', ${`broken${index}`}, ${at}, 1, ${body})`
      }
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* models.current("likes")).version, version)
      yield* sql`DELETE FROM forecast_models WHERE version = ${version}`
      yield* TestClock.adjust("1 minute")
      assert.deepInclude(yield* models.current("likes"), { version: "prior", trainedAt: null })
    })
  )
})
