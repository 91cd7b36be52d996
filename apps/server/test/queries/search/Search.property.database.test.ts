/**
 * Search in SQL and the matcher of rules agree on every text: the same posts for the same keywords, in every order, page
 * by page, whatever is posted meanwhile; and trends count what such a walk gives.
 */
import { assert } from "@effect/vitest"
import { encode, encodeKeyword, languageMatches, matchesKeyword } from "@heddle/text"
import type { Body, SearchQuery, SearchResult } from "@heddle/api"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { Search } from "../../../src/queries/search/Search.ts"
import { forEvery } from "../../support/Property.ts"
import { captions, storedPosts, type StoredPost } from "../../support/RandomPosts.ts"
import { TestServices } from "../../support/TestServices.ts"
import { writePosts } from "../../support/Posts.ts"
import { forgetPosts } from "../../support/StoredState.ts"
import { dayMillis } from "../../../src/runtime/Time.ts"

/** 90 days and more after the clock's beginning, and no midnight. */
const startMillis = 100 * dayMillis + 5_000_000

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
const pieces = (maxLength: number) =>
  fc
    .array(piece, { minLength: 1, maxLength })
    .map((parts) => parts.join(""))
    .filter(storable)
const storable = (text: string) => !text.includes("\u0000") && text.isWellFormed()
const isKeyword = (text: string) => text.length <= 100 && encodeKeyword(text) !== undefined
const filters = ["zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko"] as const

const few = fc.nat(2)
/** What many posts have in common, so that there is something to find, is in the phrases. */
const post = (phrases: ReadonlyArray<string>) =>
  fc.record({
    text: fc
      .array(fc.oneof(piece, fc.constantFrom(...phrases)), { minLength: 1, maxLength: 8, size: "max" })
      .map((parts) => parts.join(""))
      .filter(storable),
    // Stands apart from the text and decides the language, unless the text does.
    language: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.constantFrom(...filters.slice(1))),
    // Now, the same millisecond as others, the very edge of the window, and anywhere.
    ageMillis: fc.oneof(
      fc.constantFrom(0, 1, 5_000, 5_000, 3_600_000, 90 * dayMillis, 90 * dayMillis + 1),
      fc.nat(90 * dayMillis)
    ),
    like_count: few,
    reply_count: few,
    impression_count: fc.option(few)
  })
type Post = ReturnType<typeof post> extends fc.Arbitrary<infer A> ? A : never

const scenarioWith = (phrases: ReadonlyArray<string>) => {
  const keyword = fc
    .oneof({ weight: 5, arbitrary: fc.constantFrom(...phrases) }, pieces(3), fc.constantFrom(...words, ...characters))
    .filter(isKeyword)
  return fc.record({
    posts: fc.array(post(phrases), { minLength: 2, maxLength: 12, size: "max" }),
    /** One of them comes after each page. */
    late: fc.array(post(phrases), { maxLength: 4 }),
    keywords: fc.array(keyword, { minLength: 1, maxLength: 3 }),
    exclude: fc.oneof(fc.constant<Array<string>>([]), fc.array(keyword, { maxLength: 2 })),
    match: fc.constantFrom("any", "any", "all"),
    sort: fc.constantFrom("recent", "likes", "replies", "views"),
    limit: fc.integer({ min: 1, max: 5 }),
    days: fc.integer({ min: 1, max: 90 }),
    language: fc.constantFrom(...filters)
  })
}
const scenario = fc.array(pieces(2).filter(isKeyword), { minLength: 1, maxLength: 3 }).chain(scenarioWith)
type Scenario = typeof scenario extends fc.Arbitrary<infer A> ? A : never

const sentences = { ...captions, zh: captions["zh-Hant"] }

const sortValues: Readonly<Record<Scenario["sort"], (post: StoredPost) => number>> = {
  recent: ({ postedAt }) => postedAt.getTime(),
  likes: ({ likeCount }) => likeCount,
  replies: ({ replyCount }) => replyCount,
  views: ({ impressionCount }) => impressionCount ?? -1
}

const write = (posts: ReadonlyArray<Post>, prefix: string, spoken: Scenario["language"]) =>
  writePosts(
    ...posts.map(({ ageMillis, text, language, ...post }, index) => ({
      ...post,
      caption: `${text}\n${sentences[language ?? spoken]}`,
      code: `${prefix}${index}`,
      post_timestamp: (startMillis - ageMillis) / 1_000
    }))
  )

/** All posts of all pages, in order. */
const walk = Effect.fnUntraced(function* (query: SearchQuery, betweenPages: (page: number) => Effect.Effect<unknown>) {
  const search = yield* Search
  const found: Array<{ readonly code: string; readonly post_timestamp: number }> = []
  let cursor: string | null = ""
  for (let page = 0; cursor !== null; page += 1) {
    const answer: Body<typeof SearchResult> = yield* yield* search.prepare({ ...query, cursor })
    found.push(...answer.data)
    cursor = answer.next_cursor
    yield* betweenPages(page)
  }
  return found
})

const agree = Effect.fnUntraced(function* (one: Scenario) {
  const { keywords, exclude, match, sort, limit, language, late } = one
  const context = yield* Effect.context<Effect.Services<ReturnType<typeof write>>>()
  yield* forgetPosts
  yield* write(one.posts, "p", language)
  const stored = yield* storedPosts
  assert.strictEqual(stored.length, one.posts.length)

  const contains = (caption: string) => (word: string) => {
    const keyword = encodeKeyword(word)
    return keyword !== undefined && matchesKeyword(encode(caption), keyword)
  }
  const valueOf = sortValues[sort]
  const expected = stored
    .filter((post) => languageMatches(language, post.language))
    .filter(({ caption }) => (match === "all" ? keywords.every(contains(caption)) : keywords.some(contains(caption))))
    .filter(({ caption }) => !exclude.some(contains(caption)))
    .filter(({ postedAt }) => postedAt.getTime() >= startMillis - 90 * dayMillis)
    .toSorted((a, b) => valueOf(b) - valueOf(a) || (a.code < b.code ? 1 : -1))
    .map(({ code }) => code)
  const query: SearchQuery = { keywords, exclude, match, sort, language, max_age_hours: 90 * 24 }
  const whole = yield* yield* (yield* Search).prepare({ ...query, limit: 500 })
  assert.deepStrictEqual(
    whole.data.map(({ code }) => code),
    expected
  )

  const walked = yield* walk({ ...query, limit }, (page) =>
    write(late.slice(page, page + 1), `late${page}-`, language).pipe(Effect.provideContext(context))
  )
  const codes = walked.map(({ code }) => code)
  assert.strictEqual(new Set(codes).size, codes.length, "each post once")
  assert.deepStrictEqual(
    codes.filter((code) => !code.startsWith("late")),
    expected
  )
})

onAnyDatabaseWith("Search and matcher", { services: TestServices }, (it) => {
  it.effect(
    "find the same posts, in one page and in many",
    () => Effect.andThen(TestClock.setTime(startMillis), forEvery(scenario, runs(60), agree)),
    120_000 * runs(1)
  )
})
