/** Posts that older rules derived texts of are found, and brought up to date while posts come, change and go. */
import { assert } from "@effect/vitest"
import { textVersion } from "@heddle/text"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Search } from "../../../src/queries/search/Search.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { Reindex } from "../../../src/store/writing/Reindex.ts"
import { origin, type PostInput, writePosts } from "../../support/Posts.ts"
import { forgetAll, storedState } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const start = 30 * 86_400
const captions = [
  "the wombats are here",
  "台積電股價又創新高了，這個月都在漲",
  "今日はとても楽しかったです",
  "오늘은 날씨가 좋네요",
  "🎉"
]

const postNumber = (n: number): PostInput => ({
  code: `p${String(n).padStart(4, "0")}`,
  // As if the source had said that its first words are an address.
  ...(n % 3 === 1 ? { marks: [{ start: 0, end: 2, kind: "link" as const }] } : {}),
  caption: `${captions[n % captions.length]} ${n}`,
  language: n % 2 === 0 ? "ja" : null,
  post_timestamp: start - n * 97,
  observed_at: start,
  like_count: n
})

const write = (count: number, from = 0) =>
  writePosts(...Array.from({ length: count }, (_, index) => postNumber(from + index)))

/** As rules would have left them that took every text for one word of no language. */
const makeOlder = (version = 0) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      UPDATE posts SET token_text = '<old>', terms = '{1}', language = 'other', text_version = ${version}`
  )

const reindex = Effect.gen(function* () {
  const { step } = yield* Reindex
  let posts = 0
  let before: Date | undefined
  do {
    const done = yield* step(before)
    posts += done.posts
    before = done.next ?? undefined
  } while (before !== undefined)
  return posts
})

const older = Effect.flatMap(Reindex, ({ olderTexts }) => Effect.map(olderTexts, ({ older }) => older))

const search = (keyword: string) =>
  Effect.gen(function* () {
    const query = { keywords: [keyword], language: "en" as const, max_age_hours: 90 * 24 }
    return (yield* yield* (yield* Search).prepare(query)).data.map(({ code }) => code)
  })

const begin = Effect.andThen(forgetAll, TestClock.setTime(start * 1_000))

/** A clock on which every look at it takes so long. */
const hasteless = (tookMillis: number) =>
  Effect.map(Clock.Clock, (clock) => {
    let time = clock.currentTimeMillisUnsafe()
    const next = () => (time += tookMillis)
    return { ...clock, currentTimeMillisUnsafe: next, currentTimeMillis: Effect.sync(next) }
  })

onAnyDatabaseWith("Reindex", { services: TestServices }, (it) => {
  it.effect("finds what older rules derived, version by version, and leaves what a new ingest would", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* begin
      yield* write(300)
      const fresh = yield* storedState
      assert.deepStrictEqual(yield* older, [])
      yield* makeOlder()
      yield* sql`UPDATE posts SET text_version = -1 WHERE code < 'p0010'`
      assert.deepStrictEqual(yield* search("wombat"), [])
      assert.deepStrictEqual(yield* (yield* Reindex).olderTexts, {
        version: textVersion,
        older: [
          { version: -1, posts: 10 },
          { version: 0, posts: 290 }
        ],
        since: null
      })

      assert.strictEqual(yield* reindex, 300)

      assert.deepStrictEqual(yield* storedState, fresh)
      assert.include(yield* search("wombat"), "p0000")
      assert.deepStrictEqual(yield* older, [])
      assert.strictEqual(yield* reindex, 0)
    })
  )

  it.effect("keeps the stored language of a text that leaves it open, where the source's tag was not kept", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* begin
      yield* writePosts(
        { code: "open", caption: "🎉🎉", language: "ko", post_timestamp: start },
        { code: "plain", caption: "the wombats are here today", post_timestamp: start }
      )
      yield* sql`UPDATE posts SET text_version = 0, language_hint = NULL`
      yield* sql`UPDATE posts SET language = 'other' WHERE code = 'plain'`
      yield* reindex
      assert.deepStrictEqual(yield* sql`SELECT code, language FROM posts ORDER BY code`, [
        { code: "open", language: "ko" },
        { code: "plain", language: "en" }
      ])
    })
  )

  it.effect("leaves texts of newer rules alone", () =>
    Effect.gen(function* () {
      yield* begin
      yield* write(3)
      yield* makeOlder(textVersion + 1)
      const before = yield* storedState
      assert.deepStrictEqual(yield* older, [])
      assert.strictEqual(yield* reindex, 0)
      assert.deepStrictEqual(yield* storedState, before)
    })
  )

  it.effect("is taken up where it broke off", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* begin
      yield* write(200)
      const fresh = yield* storedState
      yield* makeOlder()
      yield* sql`
          CREATE FUNCTION test_break() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN RAISE EXCEPTION 'the disk is full'; END $$`
      yield* sql`
          CREATE TRIGGER test_break BEFORE UPDATE ON posts
          FOR EACH ROW WHEN (OLD.code = 'p0100') EXECUTE FUNCTION test_break()`
      yield* Effect.exit(reindex)
      const [left] = yield* older
      assert.isAtLeast(left?.posts ?? 0, 100)
      assert.isBelow(left?.posts ?? 0, 200)
      yield* sql`DROP FUNCTION test_break CASCADE`
      assert.strictEqual(yield* reindex, left?.posts)
      assert.deepStrictEqual(yield* storedState, fresh)
    })
  )

  it.effect("ends a step and a look after some seconds, and says where to go on", () =>
    Effect.gen(function* () {
      yield* begin
      yield* write(300)
      const fresh = yield* storedState
      yield* makeOlder()
      const { olderTexts, step } = yield* Reindex
      const clock = yield* hasteless(900)
      const look = yield* Effect.provideService(olderTexts, Clock.Clock, clock)
      assert.isNotNull(look.since)
      assert.isBelow(look.older[0]?.posts ?? 0, 300)
      const steps: Array<number> = []
      let before: Date | undefined
      do {
        const { posts, next } = yield* Effect.provideService(step(before), Clock.Clock, clock)
        assert.isBelow(posts, 300)
        if (before !== undefined && next !== null) assert.isBelow(next.getTime(), before.getTime())
        steps.push(posts)
        before = next ?? undefined
      } while (before !== undefined)
      assert.isAbove(steps.length, 3)
      assert.strictEqual(
        steps.reduce((sum, posts) => sum + posts, 0),
        300
      )
      assert.deepStrictEqual(yield* storedState, fresh)
    })
  )

  it.effect("loses nothing of what is ingested at the same time, by however many it is done", () =>
    Effect.gen(function* () {
      const ingestion = yield* Ingestion
      /** New counts, first sights and deletions, a batch at a time. */
      const changes = Effect.forEach(
        Array.from({ length: 20 }, (_, index) => index),
        (batch) =>
          ingestion.write(
            [
              ...Array.from({ length: 15 }, (_, index) => ({
                ...postNumber((batch * 31 + index * 7) % 400),
                type: "post" as const,
                username: "someone",
                caption: captions[index % captions.length] ?? "",
                like_count: batch + 1_000
              })),
              { type: "delete" as const, code: `p${String(batch * 9).padStart(4, "0")}` }
            ],
            origin
          ),
        { discard: true }
      )
      yield* begin
      yield* write(300)
      yield* changes
      const expected = yield* storedState

      yield* forgetAll
      yield* write(300)
      yield* makeOlder()
      yield* Effect.all([reindex, changes, reindex], { concurrency: "unbounded" })
      yield* reindex
      assert.deepStrictEqual(yield* older, [])
      assert.deepStrictEqual(yield* storedState, expected)
    })
  )
})
