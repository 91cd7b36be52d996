/** However a list of changes is cut into batches, and whoever writes at the same time, the same is left behind. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith, onPostgres } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import type { Change } from "../../../src/store/Change.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { origin } from "../../support/Posts.ts"
import { forEvery } from "../../support/Property.ts"
import { forgetAll, storedState } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const start = 86_400

const code = fc.constantFrom("a", "b", "c")
const count = fc.option(fc.nat(3), { nil: undefined })
const observed = fc.option(fc.integer({ min: start - 3, max: start + 1 }), { nil: undefined })
const named = <A extends object>(fields: A) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        code,
        caption: fc.constantFrom("one", "two"),
        username: fc.constantFrom("ann", "bob"),
        post_timestamp: fc.integer({ min: start - 5, max: start + 5 }),
        optional: fc.record({
          like_count: count,
          reply_count: count,
          impression_count: fc.option(fc.nat(3), { nil: null }),
          observed_at: observed,
          reply_to: fc.option(code, { nil: undefined })
        })
      })
      .map(({ optional, ...required }) => ({ type: "post" as const, ...required, ...named(optional) }))
  },
  { weight: 1, arbitrary: code.map((code) => ({ type: "delete" as const, code })) },
  {
    weight: 2,
    arbitrary: fc
      .record({
        username: fc.constantFrom("ann", "bob"),
        optional: fc.record({ follower_count: count, observed_at: observed })
      })
      .map(({ username, optional }) => ({ type: "user" as const, username, ...named(optional) }))
  }
)

const write = Effect.fnUntraced(function* (batches: ReadonlyArray<ReadonlyArray<Change>>) {
  const ingestion = yield* Ingestion
  yield* forgetAll
  const outcomes = yield* Effect.forEach(batches, (batch) => ingestion.write(batch, origin))
  return { outcomes: outcomes.flat(), state: yield* storedState }
})

/** The list cut at these places. */
const cut = (changes: ReadonlyArray<Change>, places: ReadonlyArray<number>) => {
  const edges = [0, ...places.map((place) => place % (changes.length + 1)).toSorted((a, b) => a - b), changes.length]
  return edges.slice(1).map((edge, index) => changes.slice(edges[index], edge))
}

onAnyDatabaseWith("Batches", { services: TestServices }, (it) => {
  it.effect(
    "do not matter: any cut leaves what one by one leaves, with the same outcomes",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start * 1_000)
        yield* forEvery(
          fc.record({
            changes: fc.array(change, { maxLength: 14 }),
            places: fc.array(fc.nat(20), { maxLength: 3 })
          }),
          runs(60),
          Effect.fnUntraced(function* ({ changes, places }) {
            const oneByOne = yield* write(changes.map((one) => [one]))
            assert.deepStrictEqual(yield* write(cut(changes, places)), oneByOne)
            assert.deepStrictEqual(yield* write([changes]), oneByOne)
          })
        )
      }),
    120_000 * runs(1)
  )
})

/** PGlite has one connection and so nothing at the same time. */
onPostgres("Two who ingest at the same time on PostgreSQL", ({ layer: postgres }) => {
  layer(TestServices.pipe(Layer.provideMerge(postgres)), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    const rounds = 30
    const codes = Array.from({ length: 60 }, (_, index) => `p${index}`)
    const post = (code: string, like_count: number, observed_at: number): Change => ({
      type: "post",
      code,
      caption: "c",
      username: "u",
      post_timestamp: start,
      like_count,
      observed_at
    })
    const user = (username: string, follower_count: number, observed_at: number): Change => ({
      type: "user",
      username,
      follower_count,
      observed_at
    })
    const together = (...batches: ReadonlyArray<ReadonlyArray<Change>>) =>
      Effect.gen(function* () {
        const ingestion = yield* Ingestion
        return yield* Effect.forEach(batches, (batch) => ingestion.write(batch, origin), { concurrency: "unbounded" })
      })

    it.effect("never wait for each other in a circle, over accounts neither", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* forgetAll
        const names = codes.slice(0, 20)
        for (let round = 1; round <= rounds; round += 1) {
          const at = start + round
          yield* together(
            names.map((name) => user(name, round, at)),
            names.toReversed().map((name) => user(name, round, at)),
            codes.map((code) => post(code, round, at)),
            codes.toReversed().map((code) => post(code, round, at))
          )
        }
        assert.deepStrictEqual(yield* sql`SELECT DISTINCT follower_count FROM authors`, [{ followerCount: rounds }])
        assert.deepStrictEqual(yield* sql`SELECT DISTINCT like_count FROM posts`, [{ likeCount: rounds }])
      })
    )
  })
})
