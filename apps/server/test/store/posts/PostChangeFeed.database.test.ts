import { assert } from "@effect/vitest"
import { encodeKeyword } from "@heddle/text"
import { Brand, Effect, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { type Candidate, type FeedCursor, PostChangeFeed } from "../../../src/store/posts/PostChangeFeed.ts"
import { forgetPosts } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"
import { transactionsEnded, writePosts } from "../../support/Webhooks.ts"

const hour = 3_600_000
const all = { likeCount: 0, replyCount: null, impressionCount: null }
const cursorOf = Brand.nominal<FeedCursor>()

const codesOf = (pages: Stream.Stream<ReadonlyArray<Candidate>>) =>
  Effect.map(Stream.runCollect(pages), (read) => read.flat().map(({ code }) => code))

const changedSince = Effect.fnUntraced(function* (since: FeedCursor, reach: typeof all = all, from = new Date(0)) {
  const feed = yield* PostChangeFeed
  return feed.changes(since, { from, reach })
})

onAnyDatabaseWith("The change feed", { services: TestServices }, (it) => {
  const start = Effect.gen(function* () {
    yield* TestClock.setTime(100 * hour)
    yield* forgetPosts
    return yield* PostChangeFeed
  })
  const post = (code: string, hours = 1, likes = 100) => ({
    code,
    post_timestamp: (100 - hours) * 3_600,
    like_count: likes
  })

  it.effect("returns what changed since a cursor, new or counted again, and nothing else", () =>
    Effect.gen(function* () {
      const feed = yield* start
      yield* writePosts([post("old"), post("counted")])
      yield* transactionsEnded
      const since = yield* feed.cursor
      yield* writePosts([post("counted", 1, 200), post("new")])
      yield* writePosts([post("late", 24)])
      assert.deepStrictEqual((yield* codesOf(yield* changedSince(since))).toSorted(), ["counted", "late", "new"])
      yield* transactionsEnded
      assert.deepStrictEqual(yield* codesOf(yield* changedSince(yield* feed.cursor)), [])
      const window = new Date(99 * hour)
      assert.deepStrictEqual((yield* codesOf(yield* changedSince(since, all, window))).toSorted(), ["counted", "new"])
    })
  )

  it.effect("returns a change that commits after the cursor was read, whenever it began", () =>
    Effect.gen(function* () {
      const feed = yield* start
      const sql = yield* SqlClient.SqlClient
      const since = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* writePosts([post("open")])
          return yield* feed.cursor
        })
      )
      assert.deepStrictEqual(yield* codesOf(yield* changedSince(since)), ["open"])
    })
  )

  it.effect("pages through any number of changes", () =>
    Effect.gen(function* () {
      const feed = yield* start
      const since = yield* feed.cursor
      const codes = Array.from({ length: 6_000 }, (_, index) => `p${String(index).padStart(5, "0")}`)
      for (let from = 0; from < codes.length; from += 2_000) {
        yield* writePosts(codes.slice(from, from + 2_000).map((code) => post(code)))
      }
      yield* Effect.forEach(codes.slice(0, 60), (code) => writePosts([post(code, 1, 300)]), { discard: true })
      const pages = yield* Stream.runCollect(yield* changedSince(since))
      assert.isAbove(pages.length, 1)
      assert.deepStrictEqual([...new Set(pages.flat().map(({ code }) => code))].toSorted(), codes)
    })
  )

  it.effect("leaves out posts that reach none of the counts; an unknown view count reaches none", () =>
    Effect.gen(function* () {
      const feed = yield* start
      const since = yield* feed.cursor
      yield* writePosts([
        post("liked", 1, 10),
        post("unknown", 1, 9),
        { ...post("answered", 1, 0), reply_count: 5 },
        { ...post("seen", 1, 0), impression_count: 20_000 },
        { ...post("overlooked", 1, 9), reply_count: 4, impression_count: 19_999 }
      ])
      const reach = { likeCount: 10, replyCount: 5, impressionCount: 20_000 }
      const wanted = { from: new Date(0), reach }
      assert.deepStrictEqual((yield* codesOf(feed.changes(since, wanted))).toSorted(), ["answered", "liked", "seen"])
      assert.deepStrictEqual((yield* codesOf(feed.window(wanted))).toSorted(), ["answered", "liked", "seen"])
      const nothing = { likeCount: null, replyCount: null, impressionCount: null }
      assert.deepStrictEqual(yield* codesOf(feed.window({ from: new Date(0), reach: nothing })), [])
    })
  )

  it.effect("knows no changes since a cursor of another database, such as one whose backup was restored", () =>
    Effect.gen(function* () {
      const feed = yield* start
      const current = yield* feed.cursor
      const [, timeline, transaction] = current.split("/")
      const knows = (text: string) => feed.knowsChanges(cursorOf(text), current)
      assert.isTrue(knows(current))
      assert.isFalse(knows(`1/${timeline}/${transaction}`))
      assert.isFalse(knows(current.replace(`/${timeline}/`, "/0000FFFF/")))
      // A replica that lags may show an earlier position than one from which changes were read before.
      assert.isTrue(knows(current.replace(/\d+$/, (number) => String(BigInt(number) + 1_000n))))
    })
  )

  it.effect("finds the posts with a keyword, oldest first", () =>
    Effect.gen(function* () {
      const feed = yield* start
      yield* writePosts([
        { ...post("newer", 1), caption: "咖啡很好喝" },
        { ...post("older", 2), caption: "今天喝咖啡" },
        { ...post("apart", 3), caption: "咖，啡" },
        { ...post("early", 30), caption: "咖啡" }
      ])
      const keyword = encodeKeyword("咖啡")
      const wanted = { from: new Date(76 * hour), reach: all }
      if (keyword === undefined) return assert.fail("no token")
      assert.deepStrictEqual(yield* codesOf(feed.containing(keyword, wanted)), ["older", "newer"])
    })
  )
})
