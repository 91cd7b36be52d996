/** `/post/semantic-search`: which posts, in which order, within which limits, and at which price. */
import { assert } from "@effect/vitest"
import { type SemanticSearchQuery } from "@heddle/api"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Engine } from "../../../src/queries/semantic/Engine.ts"
import { Search } from "../../../src/queries/search/Search.ts"
import { Inspiration } from "../../../src/queries/semantic/Inspiration.ts"
import { SemanticSearch } from "../../../src/queries/semantic/SemanticSearch.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { TermShares } from "../../../src/store/terms/TermShares.ts"
import { fillLibrary, longCaptions } from "../../support/LibraryPosts.ts"
import { origin, writePosts } from "../../support/Posts.ts"
import { forgetPosts } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const hour = 3_600
const day = 24 * hour
/** Seconds. */
const start = 100 * day + 17

const find = (query: SemanticSearchQuery) =>
  Effect.flatMap(SemanticSearch, (service) => Effect.flatten(service.prepare(query)))
const codes = (query: SemanticSearchQuery) => Effect.map(find(query), ({ data }) => data.map(({ code }) => code))

const reset = Effect.gen(function* () {
  yield* TestClock.setTime(start * 1_000)
  yield* forgetPosts
})

/** An engine that finds these posts and remembers how many it was asked for. */
const scripted = (posts: ReadonlyArray<string>) => {
  const counts: Array<number> = []
  const engine = Layer.succeed(Engine, {
    nearest: (_topic, _scope, count) =>
      Effect.sync(() => {
        counts.push(count)
        return {
          engine: "embedding" as const,
          posts: posts.map((code, at) => ({ code, postedAt: new Date((start - at) * 1_000), score: 1 / (at + 1) }))
        }
      })
  })
  return { counts, engine: SemanticSearch.layer.pipe(Layer.provide(engine)) }
}

onAnyDatabaseWith("Semantic search", { services: TestServices }, (it) => {
  for (const isSampled of [false, true]) {
    it.effect(`posts that share rarer words come first (${isSampled ? "after" : "before"} the first sample)`, () =>
      Effect.gen(function* () {
        yield* reset
        yield* writePosts(
          { code: "both", post_timestamp: start - 3, caption: "an espresso bar that is good for working" },
          { code: "one", post_timestamp: start - 2, caption: "the espresso machine of my friend is broken" },
          { code: "none", post_timestamp: start - 1, caption: "we saw many birds near the river" },
          ...Array.from({ length: 30 }, (_, at) => ({
            code: `w${at}`,
            post_timestamp: start - 100 - at,
            caption: "we are working on the roof of a house again"
          }))
        )
        if (isSampled) yield* (yield* TermShares).refresh
        const found = yield* codes({ topic: "espresso bars for working", language: "en", limit: 3 })
        assert.deepStrictEqual(found.slice(0, 2), ["both", "one"])
        assert.notInclude(yield* codes({ topic: "espresso working", language: "en", limit: 100 }), "none")
      })
    )
  }

  it.effect("the window is 30 days, the language that of the post; ties go by time, newest first, then by code", () =>
    Effect.gen(function* () {
      yield* reset
      const caption = "昨天在巷口的咖啡店寫報告"
      yield* writePosts(
        { code: "old", post_timestamp: start - 30 * day, caption },
        { code: "older", post_timestamp: start - 30 * day - 0.001, caption },
        { code: "b", post_timestamp: start - 5, caption },
        { code: "a", post_timestamp: start - 5, caption },
        { code: "new", post_timestamp: start, caption },
        { code: "ja", post_timestamp: start, caption: "咖啡店は日本語でカフェと言います" }
      )
      assert.deepStrictEqual(yield* codes({ topic: "咖啡店", limit: 9 }), ["new", "a", "b", "old"])
      assert.deepStrictEqual(yield* codes({ topic: "咖啡店", limit: 2 }), ["new", "a"])
      assert.deepStrictEqual(yield* codes({ topic: "咖啡店", language: "ja" }), ["ja"])
      assert.deepStrictEqual(yield* codes({ topic: "咖啡店", language: "ko" }), [])
    })
  )

  it.effect("a topic in either script finds the posts of both, ranked alike, as the posts that they are", () =>
    Effect.gen(function* () {
      yield* reset
      yield* writePosts(
        { code: "hant", post_timestamp: start - 1, caption: "颱風天不想出門，只想吹乾頭髮睡覺" },
        { code: "hans", post_timestamp: start - 2, caption: "台风天不想出门，只想吹干头发睡觉" },
        { code: "part", post_timestamp: start, caption: "今天終於去剪頭髮了，髮型師很親切" },
        { code: "none", post_timestamp: start, caption: "這家餐廳的牛肉麵很好吃" }
      )
      for (const topic of ["颱風天吹頭髮", "台风天吹头发"]) {
        const { data } = yield* find({ topic })
        assert.deepStrictEqual(
          data.map(({ code }) => code),
          ["hant", "hans", "part"],
          topic
        )
        const [one, other] = data.map(({ relevance_score }) => relevance_score)
        assert.strictEqual(one, other)
        assert.strictEqual(data[1]?.caption, "台风天不想出门，只想吹干头发睡觉")
        assert.deepStrictEqual(yield* codes({ topic, language: "zh-Hans" }), ["hans"])
        assert.deepStrictEqual(yield* codes({ topic, language: "zh-Hant" }), ["hant", "part"])
      }
      const search = (keyword: string) =>
        Effect.flatMap(Search, (service) => Effect.flatten(service.prepare({ keywords: [keyword], match: "all" })))
      assert.deepStrictEqual(
        (yield* search("头发")).data.map(({ code }) => code),
        ["hans"],
        "keywords match as written"
      )
    })
  )

  it.effect("so does inspiration", () =>
    Effect.gen(function* () {
      yield* reset
      yield* writePosts(
        { code: "hant", like_count: 5_000, caption: longCaptions["zh-Hant"] },
        { code: "hans", like_count: 5_000, caption: longCaptions["zh-Hans"] }
      )
      yield* fillLibrary
      for (const topic of ["讓我學會慢慢來的咖啡店", "让我学会慢慢来的咖啡店"]) {
        const { data } = yield* yield* (yield* Inspiration).prepare({ topic })
        assert.sameMembers(
          data.map(({ code }) => code),
          ["hant", "hans"],
          topic
        )
        assert.strictEqual(data[0]?.relevance_score, data[1]?.relevance_score)
      }
    })
  )

  it.effect("a deleted post does not appear", () =>
    Effect.gen(function* () {
      yield* reset
      yield* writePosts(
        { code: "kept", post_timestamp: start - 1, caption: "a quokka on the beach" },
        { code: "gone", post_timestamp: start, caption: "a quokka on the beach" }
      )
      yield* (yield* Ingestion).write([{ type: "delete", code: "gone" }], origin)
      assert.deepStrictEqual(yield* codes({ topic: "quokka", language: "en" }), ["kept"])
      assert.deepStrictEqual(
        yield* Effect.provide(codes({ topic: "quokka", language: "en" }), scripted(["gone", "kept", "never"]).engine, {
          local: true
        }),
        ["kept"],
        "not even one that is deleted while the engine compares"
      )
    })
  )

  it.effect("thresholds apply to the 3,000 closest, and then the limit; without them only the limit is asked for", () =>
    Effect.gen(function* () {
      yield* reset
      yield* writePosts(
        ...[3, 0, 5, 9, 1].map((likes, at) => ({
          code: `p${at}`,
          post_timestamp: start - at,
          like_count: likes,
          reply_count: 10 - likes
        }))
      )
      const { counts, engine } = scripted(["p0", "p1", "p2", "p3", "p4"])
      const ask = (query: Omit<SemanticSearchQuery, "topic">) =>
        Effect.provide(codes({ topic: "plain", ...query }), engine, { local: true })
      assert.deepStrictEqual(yield* ask({ limit: 2 }), ["p0", "p1"])
      assert.deepStrictEqual(yield* ask({ min_likes: 0, min_replies: 0 }), ["p0", "p1", "p2", "p3", "p4"])
      assert.deepStrictEqual(yield* ask({ min_likes: 3, limit: 2 }), ["p0", "p2"])
      assert.deepStrictEqual(yield* ask({ min_likes: 3, min_replies: 5 }), ["p0", "p2"])
      assert.deepStrictEqual(yield* ask({ min_replies: 9 }), ["p1", "p4"])
      assert.deepStrictEqual(counts, [2, 10, 3_000, 3_000, 3_000])
    })
  )
})
