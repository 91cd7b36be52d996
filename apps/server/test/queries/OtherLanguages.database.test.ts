/** A search or trend that finds nothing because it was about Chinese posts says so, and which languages would match. */
import { assert, describe, it as test } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { areLatin } from "../../src/queries/filters/OtherLanguages.ts"
import { CoolReplies } from "../../src/queries/leaderboards/CoolReplies.ts"
import { FollowerGrowth } from "../../src/queries/leaderboards/FollowerGrowth.ts"
import { HotPosts } from "../../src/queries/leaderboards/HotPosts.ts"
import { PostLikeGrowth } from "../../src/queries/leaderboards/PostLikeGrowth.ts"
import { Inspiration } from "../../src/queries/semantic/Inspiration.ts"
import { SemanticSearch } from "../../src/queries/semantic/SemanticSearch.ts"
import { forgetPosts } from "../support/StoredState.ts"
import { KeywordTrend } from "../../src/queries/trends/KeywordTrend.ts"
import { Search } from "../../src/queries/search/Search.ts"
import { writePosts } from "../support/Posts.ts"
import { TestServices } from "../support/TestServices.ts"

type SearchQuery = Parameters<Search["Service"]["prepare"]>[0]
type TrendQuery = Parameters<KeywordTrend["Service"]["prepare"]>[0]

const search = (query: SearchQuery) =>
  Effect.flatMap(Search, (service) => Effect.map(Effect.flatten(service.prepare(query)), ({ notices }) => notices))
const trend = (query: TrendQuery) =>
  Effect.flatMap(KeywordTrend, (service) =>
    Effect.map(Effect.flatten(service.prepare(query)), ({ notices }) => notices)
  )

const start = 100 * 86_400

onAnyDatabaseWith("Notices about languages", { services: TestServices }, (it) => {
  const scene = Effect.gen(function* () {
    yield* TestClock.setTime(start * 1_000)
    const posts = [
      { code: "en", caption: "I really like this brulee and the coffee at the place" },
      { code: "ja", caption: "このカフェの brulee はとても美味しいです" },
      { code: "zh", caption: "這家店的 nougat 真的很好吃，我們還會再來" },
      {
        code: "old",
        caption: "I really like this parfait and the coffee at the place",
        post_timestamp: start - 9 * 86_400
      }
    ]
    yield* writePosts(...posts.map((post) => ({ post_timestamp: start - 3_600, ...post })))
  })

  it.effect("name the languages that have posts", () =>
    Effect.gen(function* () {
      yield* scene
      for (const notices of [yield* search({ keywords: ["brulee"] }), yield* trend({ keywords: ["brulee"] })]) {
        assert.lengthOf(notices ?? [], 1)
        assert.include(notices?.[0], "only Chinese posts (`zh`) were searched")
        assert.include(notices?.[0], "`en`, `ja`")
        assert.include(notices?.[0], "language=en")
      }
    })
  )

  it.effect("stand in every answer that can be empty for its language", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      yield* forgetPosts
      const answers = Effect.gen(function* () {
        const board = {}
        return {
          hot: yield* (yield* HotPosts).list({}),
          replies: yield* (yield* CoolReplies).top(board),
          likes: yield* (yield* PostLikeGrowth).top(board),
          followers: yield* (yield* FollowerGrowth).top(board),
          semantic: yield* Effect.flatten((yield* SemanticSearch).prepare({ topic: "brulee" })),
          inspiration: yield* Effect.flatten((yield* Inspiration).prepare({ topic: "brulee" }))
        }
      })
      for (const [name, { data, notices }] of Object.entries(yield* answers)) {
        assert.deepStrictEqual([name, data.length, notices?.length], [name, 0, 1])
        assert.notInclude(notices?.[0], "There are matching posts", name)
      }
      const english = { post_timestamp: start - 3_600, language: "en", like_count: 40, reply_count: 3 }
      yield* writePosts(
        { ...english, code: "en", caption: "I really like this brulee and the coffee at the place" },
        { ...english, code: "re", caption: "And this is a reply about the same brulee", is_reply: true }
      )
      const { hot, replies, likes, semantic } = yield* answers
      for (const [name, { data, notices }] of Object.entries({ hot, replies, likes, semantic })) {
        assert.deepStrictEqual([name, data.length], [name, 0])
        assert.include(notices?.[0], "There are matching posts in `en`: repeat the call with `language=en`.", name)
      }
      assert.deepStrictEqual((yield* (yield* HotPosts).list({ language: "ja" })).notices, [])
      assert.deepStrictEqual((yield* (yield* HotPosts).list({ language: "en" })).notices, [])
      yield* forgetPosts
    })
  )

  it.effect("tell that a topic is in another language than the posts", () =>
    Effect.gen(function* () {
      yield* scene
      const of = (topic: string, language?: "ja" | "en") =>
        Effect.flatMap(SemanticSearch, (service) =>
          Effect.map(
            Effect.flatten(service.prepare({ topic, ...(language === undefined ? {} : { language }) })),
            ({ notices }) => notices
          )
        )
      assert.deepStrictEqual(yield* of("where can I get the best coffee in this town", "ja"), [
        "The topic looks English, but only posts in `ja` were searched. For English posts, send `language=en`."
      ])
      assert.deepStrictEqual(yield* of("where can I get the best coffee in this town", "en"), [])
      assert.deepStrictEqual(yield* of("どこで美味しいコーヒーが飲めますか", "ja"), [])
    })
  )

  it.effect("stand beside those about keywords", () =>
    Effect.gen(function* () {
      yield* scene
      for (const notices of [yield* search({ keywords: ["brulee*"] }), yield* trend({ keywords: ["brulee*"] })]) {
        assert.lengthOf(notices ?? [], 2)
        assert.include(notices?.[0], "The keyword `brulee*` is read as `brulee`")
        assert.include(notices?.[1], "`en`, `ja`")
      }
    })
  )

  it.effect("say when no language has any, looking back over 7 days", () =>
    Effect.gen(function* () {
      yield* scene
      for (const keywords of [["nothingatall"], ["parfait"]]) {
        const [notice] = (yield* search({ keywords, max_age_hours: 20 * 24 })) ?? []
        assert.include(notice, "There are no matching posts in `en`, `ja`, `ko` from the last 7 days either")
      }
    })
  )

  it.effect("use the other filters of the search", () =>
    Effect.gen(function* () {
      yield* scene
      const [notice] = (yield* search({ keywords: ["brulee"], exclude: ["coffee"] })) ?? []
      assert.include(notice, "`ja`")
      assert.notInclude(notice, "`en`")
    })
  )

  it.effect("are empty with results, with a language, and with keywords in other letters", () =>
    Effect.gen(function* () {
      yield* scene
      for (const query of [
        { keywords: ["nougat"] },
        { keywords: ["nothingatall"], language: "en" as const },
        { keywords: ["nothingatall", "無此物"] }
      ]) {
        assert.deepStrictEqual(yield* search(query), [])
        assert.deepStrictEqual(yield* trend(query), [])
      }
    })
  )
})

describe("keywords in Latin letters", () => {
  test("are words of them, with digits and signs", () => {
    for (const keyword of ["coffee", "café", "GPT-5", "ＡＩ"]) assert.isTrue(areLatin([keyword]), keyword)
    for (const keyword of ["咖啡", "AI工具", "кофе", "2026", "커피"]) assert.isFalse(areLatin([keyword]), keyword)
    assert.isFalse(areLatin(["coffee", "咖啡"]))
  })
})
