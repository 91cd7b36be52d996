/** A board of growth that reads the kept gains answers as if it read all posts, whatever happens in between. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { languagesOf } from "../../../src/queries/filters/Filters.ts"
import { PostLikeGrowth } from "../../../src/queries/leaderboards/PostLikeGrowth.ts"
import { Rollups } from "../../../src/store/rollups/Rollups.ts"
import { writePosts } from "../../support/Posts.ts"
import { forEvery, inTurn } from "../../support/Property.ts"
import { captions } from "../../support/RandomPosts.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { performOperation, someCode, storeOperation } from "../../support/StoreOperations.ts"
import { TestServices } from "../../support/TestServices.ts"

const hour = 3_600
const start = 100 * 24 * hour + 17

const written = fc.record({
  code: someCode,
  caption: fc.constantFrom(captions.en, captions["zh-Hans"], captions.ko),
  age: fc.oneof(fc.nat(30 * hour), fc.constantFrom(0, 24 * hour, 30 * 24 * hour)),
  like_count: fc.nat(30)
})

const boards = inTurn(
  (["zh", "en", "ko"] as const).flatMap((language) =>
    [1, 2, 24, 25, 168].map((hours) => ({ language, hours, size: hours % 2 === 0 ? 3 : 100 }))
  )
)

/** By the definition, from what is stored. */
const expected = Effect.fnUntraced(function* ({ language, hours, size }: ReturnType<typeof boards>[number]) {
  const sql = yield* SqlClient.SqlClient
  const from = new Date((yield* Effect.clockWith((clock) => clock.currentTimeMillis)) - hours * hour * 1_000)
  const ofPost = sql`m.posted_at = p.posted_at AND m.code = p.code`
  const rows = yield* sql<{ code: string; value: number }>`
    SELECT * FROM (
      SELECT p.code, p.posted_at, CASE WHEN p.posted_at >= ${from} THEN p.like_count ELSE p.like_count - coalesce(
        (SELECT m.like_count FROM post_metrics m WHERE ${ofPost} AND m.observed_at <= ${from}
          ORDER BY m.observed_at DESC LIMIT 1),
        (SELECT m.like_count FROM post_metrics m WHERE ${ofPost} ORDER BY m.observed_at LIMIT 1)
      ) END AS value
      FROM posts p
      WHERE (p.posted_at >= ${from} OR p.observed_at > ${from}) AND ${sql.in("p.language", languagesOf(language))}
    ) AS g WHERE value > 0 ORDER BY value DESC, posted_at DESC, code DESC LIMIT ${size}`
  return rows.map(({ code, value }) => `${code} ${value}`)
})

const assertBoards = Effect.gen(function* () {
  const growth = yield* PostLikeGrowth
  for (const board of boards()) {
    const { data } = yield* growth.top(board)
    assert.deepStrictEqual(
      data.map(({ code, value }) => `${code} ${value}`),
      yield* expected(board),
      JSON.stringify(board)
    )
  }
})

onAnyDatabaseWith("Gains of likes", { services: TestServices }, (it) => {
  it.effect(
    "make the same boards as all posts, after any changes, recounts and foreign writes",
    () =>
      forEvery(
        fc.array(storeOperation(written), { minLength: 1, maxLength: 16, size: "max" }),
        runs(30),
        Effect.fnUntraced(function* (operations) {
          yield* forgetAll
          yield* TestClock.setTime(start * 1_000)
          for (const operation of operations) {
            yield* performOperation(operation, () => Effect.flatMap(Rollups, ({ recount }) => recount))
            yield* assertBoards
          }
        })
      ),
    120_000
  )

  it.effect("are read past hundreds of posts that gained more before the board begins, also once counted again", () =>
    Effect.gen(function* () {
      yield* forgetAll
      yield* TestClock.setTime(start * 1_000)
      const sql = yield* SqlClient.SqlClient
      const see = (prefix: string, count: number, before: number, likes: number) =>
        writePosts(
          ...Array.from({ length: count }, (_, at) => ({
            code: `${prefix}${at}`,
            caption: captions.en,
            post_timestamp: start - 40 * hour - at,
            observed_at: start - before,
            like_count: likes
          }))
        )
      yield* see("early", 600, 20 * hour, 0)
      yield* see("early", 600, 14 * hour, 100)
      yield* see("early", 600, 10, 100)
      yield* see("late", 7, 14 * hour, 3)
      yield* see("late", 7, 10, 8)
      const late = Effect.map((yield* PostLikeGrowth).top({ language: "en", hours: 13, size: 100 }), ({ data }) =>
        data.map(({ code, value }) => `${code} ${value}`)
      )
      const wanted = Array.from({ length: 7 }, (_, at) => `late${at} 5`)
      assert.deepStrictEqual(yield* late, wanted)
      yield* sql.withTransaction(
        Effect.andThen(
          sql`UPDATE posts SET like_count = like_count + 1 WHERE code = 'late3'`,
          sql`SELECT reset_rollups()`
        )
      )
      const moved = ["late3 6", ...wanted.filter((row) => row !== "late3 5")]
      assert.deepStrictEqual(yield* late, moved)
      const { recount } = yield* Rollups
      while (!(yield* recount));
      const [progress] = yield* sql<{ gainsFrom: number }>`SELECT gains_from FROM rollup_progress`
      assert.strictEqual(progress?.gainsFrom, 0)
      assert.deepStrictEqual(yield* late, moved)
    })
  )
})
