/** Pages that are read from the prominent posts are those of a look at all posts, whatever happens in between. */
import { assert } from "@effect/vitest"
import { encode, languageMatches } from "@heddle/text"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { Search } from "../../../src/queries/search/Search.ts"
import { Prominence } from "../../../src/store/rollups/Prominence.ts"
import { Rollups } from "../../../src/store/rollups/Rollups.ts"
import { TermShares } from "../../../src/store/terms/TermShares.ts"
import { writePosts } from "../../support/Posts.ts"
import { forEvery, inTurn } from "../../support/Property.ts"
import { captions, storedPosts, type StoredPost } from "../../support/RandomPosts.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { performOperation, someCode, storeOperation } from "../../support/StoreOperations.ts"
import { TestServices } from "../../support/TestServices.ts"

const hour = 3_600
const day = 24 * hour
const start = 100 * day + 17

/** Few values, so that there are ties. */
const count = fc.oneof({ weight: 3, arbitrary: fc.nat(5) }, { weight: 2, arbitrary: fc.nat(30) })

const written = fc.record({
  code: someCode,
  caption: fc.constantFrom(captions.en, captions["zh-Hant"], captions["zh-Hans"], captions.yue),
  is_reply: fc.boolean(),
  age: fc.oneof(fc.nat(30 * hour), fc.constantFrom(0, 24 * hour, 6 * day, 7 * day, 8 * day)),
  like_count: count,
  reply_count: count,
  impression_count: fc.option(count)
})

const manyPosts = Array.from({ length: 60 }, (_, at) => ({
  code: `many${at}`,
  post_timestamp: start - at * 1_000,
  caption: at % 2 === 0 ? captions.en : captions["zh-Hans"],
  like_count: (at * 7) % 60,
  reply_count: at % 5,
  is_reply: at % 3 === 0
}))

const withManyPosts = Effect.gen(function* () {
  yield* forgetAll
  yield* TestClock.setTime(start * 1_000)
  yield* writePosts(...manyPosts)
})

const choose = Effect.gen(function* () {
  yield* (yield* TermShares).refresh
  yield* (yield* Rollups).choose
  yield* (yield* Prominence).choose
})

const untilCounted = Effect.gen(function* () {
  const [rollups, prominence] = [yield* Rollups, yield* Prominence]
  yield* rollups.add
  while (!(yield* rollups.recount));
  while (!(yield* prominence.recount));
})

const values = {
  recent: (post: StoredPost) => post.postedAt.getTime(),
  likes: (post: StoredPost) => post.likeCount,
  replies: (post: StoredPost) => post.replyCount,
  views: (post: StoredPost) => post.impressionCount ?? -1
}

interface Question {
  readonly sort: keyof typeof values
  readonly keywords: [string, ...Array<string>]
  readonly language: "en" | "zh" | "zh-Hans"
  readonly limit: number
  readonly match?: "any"
  readonly exclude?: ReadonlyArray<string>
  readonly min_likes?: number
  readonly min_replies?: number
  readonly min_views?: number
}

const questions = inTurn<Question>([
  ...(["likes", "replies", "views"] as const).flatMap((sort): ReadonlyArray<Question> => [
    { sort, keywords: ["coffee"], language: "en", limit: 2 },
    { sort, keywords: ["coffee"], language: "en", limit: 30 },
    { sort, keywords: ["咖啡"], language: "zh", limit: 3 },
    { sort, keywords: ["咖啡"], language: "zh-Hans", limit: 1, min_likes: 2 },
    { sort, keywords: ["咖啡", "股價"], language: "zh", match: "any", exclude: ["好喝"], limit: 4 }
  ]),
  { sort: "recent", keywords: ["coffee"], language: "en", limit: 2, min_likes: 20 },
  { sort: "recent", keywords: ["coffee"], language: "en", limit: 30, min_likes: 20, min_replies: 3 },
  { sort: "recent", keywords: ["咖啡"], language: "zh", limit: 3, min_replies: 4 },
  { sort: "recent", keywords: ["咖啡"], language: "zh", limit: 2, min_views: 12 },
  {
    sort: "recent",
    keywords: ["咖啡", "股價"],
    language: "zh-Hans",
    match: "any",
    exclude: ["好喝"],
    limit: 1,
    min_likes: 9
  }
])

const naive = (posts: ReadonlyArray<StoredPost>, question: Question, from: number): ReadonlyArray<string> => {
  const { sort, keywords, language, exclude = [] } = question
  const contains = (post: StoredPost, keyword: string) => post.tokenText.includes(encode(keyword))
  return posts
    .filter(
      (post) =>
        post.postedAt.getTime() >= from &&
        languageMatches(language, post.language) &&
        keywords.some((keyword) => contains(post, keyword)) &&
        !exclude.some((keyword) => contains(post, keyword)) &&
        post.likeCount >= (question.min_likes ?? 0) &&
        post.replyCount >= (question.min_replies ?? 0) &&
        (question.min_views === undefined || (post.impressionCount ?? -1) >= question.min_views)
    )
    .toSorted((one, other) => values[sort](other) - values[sort](one) || (one.code < other.code ? 1 : -1))
    .map(({ code }) => code)
}

const walk = Effect.fnUntraced(function* ({ exclude = [], ...question }: Question) {
  const search = yield* Search
  const codes: Array<string> = []
  let cursor: string | null = ""
  while (cursor !== null) {
    const page: { data: ReadonlyArray<{ code: string }>; next_cursor: string | null } = yield* Effect.flatten(
      search.prepare({ ...question, exclude: [...exclude], cursor })
    )
    codes.push(...page.data.map(({ code }) => code))
    cursor = page.next_cursor
  }
  return codes
})

const assertPages = Effect.gen(function* () {
  const posts = yield* storedPosts
  const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
  for (const question of questions()) {
    assert.deepStrictEqual(
      yield* walk(question),
      naive(posts, question, now - 7 * day * 1_000),
      JSON.stringify(question)
    )
  }
})

const services = Layer.mergeAll(
  Search.layerFrom({ fewestPosts: 1, firstPosts: 3, sampledPosts: 1 }),
  Rollups.layerFrom(1, 2),
  Prominence.layerFrom({ fewestPosts: 1, postsOfFloor: 12 })
)

onAnyDatabaseWith("Pages of prominent posts", { services: services.pipe(Layer.provideMerge(TestServices)) }, (it) => {
  it.effect(
    "are those of all posts, after any changes, choices, recounts and foreign writes",
    () =>
      forEvery(
        fc.array(storeOperation(written), { minLength: 1, maxLength: 14, size: "max" }),
        runs(30),
        Effect.fnUntraced(function* (operations) {
          yield* withManyPosts
          for (const operation of operations) {
            yield* performOperation(operation, (what) => (what === "choose" ? choose : untilCounted))
          }
          yield* assertPages
          yield* choose
          yield* assertPages
          yield* untilCounted
          yield* assertPages
        })
      ),
    runs(120_000)
  )

  it.effect("have posts from before those that are counted", () =>
    Effect.gen(function* () {
      yield* withManyPosts
      yield* choose
      yield* (yield* Rollups).add
      while (!(yield* (yield* Rollups).recount));
      yield* TestClock.adjust("1 hour")
      yield* writePosts(
        ...manyPosts.map((post, at) => ({
          ...post,
          code: `new${at}`,
          post_timestamp: start + at,
          like_count: 40 + (at % 15)
        }))
      )
      const [kept] = yield* (yield* SqlClient.SqlClient)<{
        rows: number
      }>`SELECT count(*) AS rows FROM top_posts`
      assert.isAbove(kept?.rows ?? 0, 10)
      yield* assertPages
    })
  )

  it.effect("are read from the prominent posts", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* withManyPosts
      yield* choose
      yield* untilCounted
      // By hand, and without having them chosen again.
      yield* sql`UPDATE posts SET like_count = 5000 WHERE like_count = 2`
      const top = (limit: number) =>
        Effect.map(
          Effect.flatMap(Search, ({ prepare }) =>
            Effect.flatten(prepare({ keywords: ["coffee"], language: "en", sort: "likes", limit }))
          ),
          ({ data }) => data.map(({ like_count }) => like_count)
        )
      assert.deepStrictEqual(yield* top(3), [58, 56, 54])
      const recent = yield* Effect.flatMap(Search, ({ prepare }) =>
        Effect.flatten(prepare({ keywords: ["coffee"], language: "en", min_likes: 50, limit: 10 }))
      )
      assert.deepStrictEqual(
        recent.data.map(({ like_count }) => like_count).toSorted((a, b) => b - a),
        [58, 56, 54, 52, 50]
      )
      // More than the prominent posts are: read by the index.
      assert.deepStrictEqual((yield* top(25)).slice(0, 3), [5_000, 58, 56])
      // Nobody knows how common the keyword is: the index again.
      yield* sql`DELETE FROM tracked_terms`
      assert.deepStrictEqual(yield* top(3), [5_000, 58, 56])
    })
  )
})
