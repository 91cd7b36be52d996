/** Search in SQL and the matcher of rules agree on every text: the same posts for the same keywords. */
import { assert, layer } from "@effect/vitest"
import { encode, encodeKeyword, languageMatches, matchesKeyword } from "@heddle/text"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onEveryDatabase } from "../../../../test/support/Databases.ts"
import { PostLanguage } from "../../../../packages/api/src/Posts.ts"
import { Search } from "../../src/posts/Search.ts"
import { TestServices } from "../support/TestServices.ts"
import { writePosts } from "../support/Posts.ts"
import { forgetPosts } from "../support/StoredState.ts"

const numRuns = 150
const start = 86_400

const words = [
  "a",
  "cat",
  "cats",
  "went",
  "go",
  "ＡＩ",
  "ai",
  "ß",
  "İ",
  "é",
  "e\u0301",
  "https://example.com/cat",
  "www.cat.example"
]
const characters = ["台", "積", "電", "台積電", "カフェ", "ｶﾌｪ", "한", "글", "한글", "々", "ー"]
const joints = [
  " ",
  "  ",
  ",",
  "，",
  "\n",
  "。",
  "-",
  "_",
  "%",
  "\\",
  "'",
  '"',
  "<",
  ">",
  "|",
  "1️⃣",
  "\u200b",
  "\u0301",
  "😀"
]

/** Pieces that make joints, foldings and lemmas meet; and anything else a post may hold. */
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...words, ...characters, ...joints) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 3 }) }
)
const storable = (text: string) => !text.includes("\u0000") && text.isWellFormed()
const text = (maxLength: number) =>
  fc
    .array(piece, { minLength: 1, maxLength })
    .map((pieces) => pieces.join(""))
    .filter(storable)
const keyword = text(3).filter((candidate) => encodeKeyword(candidate) !== undefined)
const language = fc.constantFrom("zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko")

const scenario = fc.record({
  captions: fc.array(text(8), { minLength: 1, maxLength: 12 }),
  keywords: fc.array(keyword, { minLength: 1, maxLength: 3 }),
  exclude: fc.array(keyword, { maxLength: 2 }),
  match: fc.constantFrom("any", "all"),
  language
})
type Scenario = typeof scenario extends fc.Arbitrary<infer A> ? A : never

const Stored = Schema.Array(Schema.Struct({ code: Schema.String, caption: Schema.String, language: PostLanguage }))

const agree = Effect.fnUntraced(function* ({ captions, keywords, exclude, match, language }: Scenario) {
  const sql = yield* SqlClient.SqlClient
  yield* forgetPosts
  yield* writePosts(...captions.map((caption, index) => ({ code: `p${index}`, caption, post_timestamp: start })))
  const stored = Schema.decodeUnknownSync(Stored)(yield* sql`SELECT code, caption, language FROM posts`)
  assert.strictEqual(stored.length, captions.length)

  const contains = (caption: string) => (word: string) =>
    matchesKeyword(encode(caption), encodeKeyword(word) ?? "\u0000")
  const expected = stored
    .filter((post) => languageMatches(language, post.language))
    .filter(({ caption }) => (match === "all" ? keywords.every(contains(caption)) : keywords.some(contains(caption))))
    .filter(({ caption }) => !exclude.some(contains(caption)))
  const { data } = yield* yield* (yield* Search).prepare({ keywords, exclude, match, language, limit: 500 })
  assert.deepStrictEqual(data.map(({ code }) => code).toSorted(), expected.map(({ code }) => code).toSorted())
})

onEveryDatabase("Search and matcher", (_name, database) => {
  layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })((it) => {
    it.effect(
      "find the same posts",
      () =>
        Effect.gen(function* () {
          yield* TestClock.setTime(start * 1_000)
          const context = yield* Effect.context<Effect.Services<ReturnType<typeof agree>>>()
          yield* Effect.promise(() =>
            fc.assert(
              fc.asyncProperty(scenario, (one) => Effect.runPromiseWith(context)(agree(one))),
              { numRuns }
            )
          )
        }),
      120_000
    )
  })
})
