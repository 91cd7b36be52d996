/**
 * `SELECT p.*` returned the transaction number of a post too, of a type the driver takes for text: once one of its
 * bytes was 0x80 or above, which is so for every second block of 128 transactions, the post could not be read.
 */
import { assert } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { PostChangeFeed } from "../../../src/store/posts/PostChangeFeed.ts"
import { Search } from "../../../src/queries/search/Search.ts"
import { TestServices } from "../../support/TestServices.ts"
import { writePosts } from "../../support/Posts.ts"

/** More than the 256 values of a byte. */
const transactions = 300
const start = 86_400

const reach = { likeCount: 0, replyCount: null, impressionCount: null }

onAnyDatabaseWith("Posts of many transactions", { services: TestServices }, (it) => {
  it.effect("are all readable", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      for (let index = 0; index < transactions; index += 1) {
        yield* writePosts({ code: `tx${index}`, caption: "this is one of many", post_timestamp: start - index })
      }
      const expected = Array.from({ length: transactions }, (_, index) => `tx${index}`)
      for (const include_details of [true, false]) {
        const { data } = yield* yield* (yield* Search).prepare({
          keywords: ["many"],
          language: "en",
          limit: 500,
          include_details
        })
        assert.deepStrictEqual(
          data.map(({ code }) => code),
          expected
        )
      }
      const pages = yield* Stream.runCollect((yield* PostChangeFeed).window({ from: new Date(0), reach }))
      assert.deepStrictEqual(
        pages
          .flat()
          .map(({ code }) => code)
          .toReversed(),
        expected
      )
    })
  )
})
