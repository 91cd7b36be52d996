/** Boards that read the prominent posts answer as if they read all posts, whatever happens in between. */
import { assert, layer } from "@effect/vitest"
import type { Language } from "@heddle/api"
import { languageMatches } from "@heddle/text"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { CoolReplies } from "../../../src/queries/leaderboards/CoolReplies.ts"
import { HotPosts } from "../../../src/queries/leaderboards/HotPosts.ts"
import { Prominence } from "../../../src/store/rollups/Prominence.ts"
import { writePosts } from "../../support/Posts.ts"
import { forEvery, inTurn } from "../../support/Property.ts"
import { captions, storedPosts, type StoredPost } from "../../support/RandomPosts.ts"
import { forgetAll } from "../../support/StoredState.ts"
import {
  performOperation,
  someCode,
  type StoreOperation,
  storeOperation,
  type WrittenPost
} from "../../support/StoreOperations.ts"
import { TestServices } from "../../support/TestServices.ts"

const hour = 3_600
const start = 100 * 24 * hour + 17
const sorts = ["engagement:desc", "like:desc", "reply:desc", "impression:desc"] as const
const languages = ["zh", "zh-Hant", "en", "ko"] as const

const count = fc.oneof({ weight: 6, arbitrary: fc.nat(30) }, { weight: 1, arbitrary: fc.constant(1_000_000) })

const written = fc.record({
  code: someCode,
  caption: fc.constantFrom(captions.en, captions["zh-Hant"], captions["zh-Hans"], captions.ko),
  is_reply: fc.boolean(),
  age: fc.oneof(fc.nat(30 * hour), fc.constantFrom(0, 24 * hour, 72 * hour, 71 * hour, 167 * hour, 169 * hour)),
  like_count: count,
  reply_count: count,
  repost_count: count,
  reshare_count: count,
  impression_count: fc.option(count)
})

const perform = Effect.fnUntraced(function* (operation: StoreOperation<WrittenPost>) {
  const { choose, recount } = yield* Prominence
  return yield* performOperation(operation, (what) => (what === "recount" ? recount : choose))
})

const values: Readonly<Record<(typeof sorts)[number], (post: StoredPost) => number | null>> = {
  "engagement:desc": (post) => post.likeCount + post.replyCount + post.repostCount + post.reshareCount,
  "like:desc": (post) => post.likeCount,
  "reply:desc": (post) => post.replyCount,
  "impression:desc": (post) => post.impressionCount
}

const naive = (
  posts: ReadonlyArray<StoredPost>,
  { language, from, size }: { readonly language: Language; readonly from: number; readonly size: number },
  value: (post: StoredPost) => number | null
): ReadonlyArray<string> =>
  posts
    .filter((post) => languageMatches(language, post.language) && post.postedAt.getTime() >= from)
    .flatMap((post) => {
      const own = value(post)
      return own === null ? [] : [{ own, time: post.postedAt.getTime(), code: post.code }]
    })
    .toSorted((one, other) => other.own - one.own || other.time - one.time || (one.code < other.code ? 1 : -1))
    .slice(0, size)
    .map(({ code }) => code)

const windows = inTurn(
  languages.flatMap((language) =>
    (
      [
        [1, 24],
        [2, 72],
        [4, 1],
        [30, 72]
      ] as const
    ).map(([size, hours]) => ({ language, size, hours }))
  )
)

const assertBoards = Effect.gen(function* () {
  const posts = yield* storedPosts
  const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
  const hot = yield* HotPosts
  const replies = yield* CoolReplies
  for (const { language, size, hours } of windows()) {
    const from = now - hours * hour * 1_000
    for (const sort of sorts) {
      const { data } = yield* hot.list({ language, size, hours, sort })
      assert.deepStrictEqual(
        data.map(({ code }) => code),
        naive(posts, { language, from, size }, values[sort]),
        `${language} ${size} ${hours} ${sort}`
      )
    }
    const { data } = yield* replies.top({ language, size, hours })
    assert.deepStrictEqual(
      data.map(({ code }) => code),
      naive(posts, { language, from, size }, (post) => (post.isReply ? post.likeCount : null))
    )
  }
})

const untilCounted = Effect.gen(function* () {
  const { recount } = yield* Prominence
  while (!(yield* recount));
})

const manyPosts = Array.from({ length: 60 }, (_, at) => ({
  code: `many${at}`,
  post_timestamp: start - at * 1_000,
  caption: at % 2 === 0 ? captions.en : captions["zh-Hans"],
  like_count: (at * 7) % 60,
  is_reply: at % 3 === 0
}))

const rows = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ code: string; likeCount: number }>`SELECT code, like_count FROM top_posts ORDER BY code`
)

const withManyPosts = Effect.gen(function* () {
  yield* forgetAll
  yield* TestClock.setTime(start * 1_000)
  yield* writePosts(...manyPosts)
})

onAnyDatabase("Prominent posts", (_name, database) => {
  layer(
    Prominence.layerFrom({ fewestPosts: 1, postsOfFloor: 4 }).pipe(
      Layer.provideMerge(TestServices),
      Layer.provideMerge(database),
      Layer.orDie
    ),
    { timeout: "120 seconds" }
  )((it) => {
    it.effect(
      "make the same boards as all posts, after any changes, choices, recounts and foreign writes",
      () =>
        forEvery(
          fc.array(storeOperation(written), { minLength: 1, maxLength: 14, size: "max" }),
          runs(40),
          Effect.fnUntraced(function* (operations) {
            yield* withManyPosts
            for (const operation of operations) yield* perform(operation)
            yield* assertBoards
            yield* (yield* Prominence).choose
            yield* assertBoards
            yield* untilCounted
            yield* assertBoards
          })
        ),
      runs(120_000)
    )

    it.effect("are few, and are read instead of all posts", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* withManyPosts
        yield* (yield* Prominence).choose
        yield* untilCounted
        const kept = (yield* rows).length
        assert.isAbove(kept, 4)
        assert.isBelow(kept, 30)
        // By hand, and without having them chosen again.
        yield* sql`UPDATE posts SET like_count = 5000 WHERE like_count = 2`
        const { data } = yield* (yield* HotPosts).list({ language: "en", sort: "like:desc", size: 3 })
        assert.deepStrictEqual(
          data.map(({ like_count }) => like_count),
          [58, 56, 54]
        )
      })
    )

    it.effect("make the same boards while several write, choose and count at once", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const prominence = yield* Prominence
        yield* withManyPosts
        const times = (count: number) => Array.from({ length: count }, (_, at) => at)
        const writer = (seed: number) =>
          Effect.forEach(
            times(15),
            (at) =>
              writePosts(
                ...manyPosts.map((post, index) => ({
                  ...post,
                  code: `w${(index * (seed + 3) + at) % 40}`,
                  like_count: (index * seed + at * 5) % 70,
                  observed_at: start + at
                }))
              ),
            { discard: true }
          )
        const stranger = Effect.forEach(
          times(3),
          (at) =>
            Effect.retry(
              sql.withTransaction(
                Effect.andThen(
                  sql`UPDATE posts SET like_count = ${at * 30} WHERE code LIKE 'many1%'`,
                  sql`SELECT reset_rollups()`
                )
              ),
              { times: 20 }
            ),
          { discard: true }
        )
        const keeper = Effect.forEach(
          times(15),
          (at) => Effect.andThen(at % 4 === 0 ? prominence.choose : Effect.void, prominence.recount),
          { discard: true }
        )
        yield* Effect.all([writer(1), writer(2), writer(3), keeper, stranger], { concurrency: "unbounded" })
        yield* assertBoards
        yield* prominence.choose
        yield* untilCounted
        yield* assertBoards
      })
    )

    it.effect("leave after the longest window of a board", () =>
      Effect.gen(function* () {
        yield* withManyPosts
        yield* (yield* Prominence).choose
        yield* untilCounted
        yield* TestClock.adjust("8 days")
        yield* (yield* Prominence).choose
        assert.deepStrictEqual(yield* rows, [])
      })
    )
  })
})
