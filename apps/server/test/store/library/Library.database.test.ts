/** The inspiration library: which posts enter, what a refresh and a pass find, and that it outlives retention. */
import { assert } from "@effect/vitest"
import { textVersion } from "@heddle/text"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { Library } from "../../../src/store/library/Library.ts"
import { PostMaintenance } from "../../../src/store/retention/PostMaintenance.ts"
import { fillLibrary, longCaptions } from "../../support/LibraryPosts.ts"
import { origin, type PostInput, writePosts } from "../../support/Posts.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const day = 86_400
const start = 200 * day

const { en: english, ja: japanese } = longCaptions

const post = (code: string, fields: Partial<PostInput> = {}): PostInput => ({
  code,
  caption: english,
  post_timestamp: start - day,
  observed_at: start - 100,
  like_count: 1_000,
  ...fields
})

const codes = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ code: string }>`SELECT code FROM library_posts ORDER BY code`, (rows) =>
    rows.map(({ code }) => code)
  )
)

const likesOf = (code: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ likeCount: number }>`SELECT like_count FROM library_posts WHERE code = ${code}`,
      ([row]) => row?.likeCount
    )
  )

const refresh = Library.use((library) => library.refresh)

const remove = (code: string) =>
  Effect.flatMap(Ingestion, (ingestion) => ingestion.write([{ type: "delete", code }], origin))

const begin = Effect.andThen(forgetAll, TestClock.setTime(start * 1_000))

onAnyDatabaseWith("The inspiration library", { services: TestServices }, (it) => {
  it.effect("has root posts from 1,000 likes and the full length on", () =>
    Effect.gen(function* () {
      yield* begin
      yield* writePosts(
        post("en"),
        post("en299", { caption: english.slice(0, 299) }),
        post("enLink", { caption: `${english.slice(0, 250)} https://example.com/${"a".repeat(100)}` }),
        post("enMarked", { marks: [{ start: 0, end: 100, kind: "link" }] }),
        post("jaMarked", { caption: japanese, marks: [{ start: 0, end: 10, kind: "mention" }] }),
        post("en999", { like_count: 999 }),
        post("enReply", { is_reply: true }),
        post("ja", { caption: japanese }),
        post("ja200", { caption: `${japanese.slice(0, 200)}。、！ 123` }),
        post("other", {
          caption: "Dies ist ein langer deutscher Text über Kaffee und Kuchen. ".repeat(8),
          language: "de"
        })
      )
      yield* refresh
      assert.deepStrictEqual(yield* codes, ["en", "ja"])
    })
  )

  it.effect("a refresh finds the posts that have reached the likes since the last one", () =>
    Effect.gen(function* () {
      yield* begin
      yield* writePosts(post("a"), post("b", { like_count: 10 }))
      yield* refresh
      assert.deepStrictEqual(yield* codes, ["a"])
      yield* writePosts(post("b", { observed_at: start - 50 }))
      yield* refresh
      assert.deepStrictEqual(yield* codes, ["a", "b"])
    })
  )

  it.effect("counts follow the stored post once a day; a post that falls below 1,000 likes leaves", () =>
    Effect.gen(function* () {
      yield* begin
      yield* writePosts(post("a"), post("b"))
      yield* refresh
      yield* writePosts(
        post("a", { observed_at: start - 50, like_count: 5_000 }),
        post("b", { observed_at: start - 50, like_count: 999 })
      )
      yield* refresh
      assert.strictEqual(yield* likesOf("a"), 1_000)
      yield* TestClock.adjust("1 day")
      yield* refresh
      assert.strictEqual(yield* likesOf("a"), 5_000)
      assert.deepStrictEqual(yield* codes, ["a"])
    })
  )

  it.effect("a deleted post leaves at once, also when the store has forgotten it, and does not come back", () =>
    Effect.gen(function* () {
      yield* begin
      yield* writePosts(post("a"), post("b", { post_timestamp: start - 91 * day }), post("c"))
      yield* refresh
      yield* remove("a")
      assert.deepStrictEqual(yield* codes, ["b", "c"])
      yield* TestClock.adjust("3 days")
      yield* (yield* PostMaintenance).run
      assert.deepStrictEqual(yield* codes, ["b", "c"])
      yield* remove("b")
      assert.deepStrictEqual(yield* codes, ["c"])
      yield* writePosts(post("a", { observed_at: start - 1 }), post("b", { post_timestamp: start - 91 * day }))
      yield* refresh
      assert.strictEqual(yield* fillLibrary, 0)
      assert.deepStrictEqual(yield* codes, ["c"])
    })
  )

  it.effect(
    "retention removes the posts and keeps them in the library, even those that came too late for a refresh",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* begin
        yield* writePosts(
          post("old", { post_timestamp: start - 150 * day }),
          post("short", { post_timestamp: start - 150 * day, like_count: 3 })
        )
        yield* (yield* PostMaintenance).run
        assert.deepStrictEqual(yield* sql`SELECT code FROM posts`, [])
        assert.deepStrictEqual(yield* codes, ["old"])
        yield* TestClock.adjust("1 day")
        yield* refresh
        assert.deepStrictEqual(yield* codes, ["old"])
      })
  )

  it.effect(
    "a pass over all posts finds what was never in the feed, goes on after an interruption, and repeats nothing",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* begin
        yield* writePosts(...Array.from({ length: 40 }, (_, n) => post(`p${n}`, { post_timestamp: start - n * day })))
        yield* sql`DELETE FROM post_changes`
        assert.strictEqual(yield* fillLibrary, 40)
        assert.strictEqual(yield* fillLibrary, 0)
        yield* sql`DELETE FROM library_posts`
        yield* sql`UPDATE library_progress SET pass_until = ${new Date((start - 30 * day) * 1_000)}`
        assert.strictEqual(yield* fillLibrary, 9)
        assert.strictEqual(yield* fillLibrary, 31)
      })
  )

  it.effect("texts that older rules derived are derived again, also of posts past retention", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* begin
      const marks = [{ start: 0, end: 6, kind: "link" as const }]
      const caption = `coffee ${english}`
      yield* writePosts(post("old", { caption, post_timestamp: start - 150 * day, marks }))
      yield* (yield* PostMaintenance).run
      const [before] = yield* sql`SELECT * FROM library_posts`
      yield* sql`UPDATE library_posts SET text_version = 0, token_text = '<old>', terms = '{1}', language = 'other'`
      yield* refresh
      assert.deepStrictEqual((yield* sql`SELECT * FROM library_posts`)[0], before)
      assert.strictEqual(before?.["textVersion"], textVersion)
      assert.deepStrictEqual(before?.["marks"], [0, 6, 0])
    })
  )
})
