/** `/post/search` at its edges: filters, windows, sorts and cursors, on a clock of our own. */
import { assert } from "@effect/vitest"
import type { SearchQuery } from "@heddle/api"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { encodeCursor } from "../../../src/queries/search/Cursor.ts"
import { Search } from "../../../src/queries/search/Search.ts"
import { Secrets } from "../../../src/runtime/Secrets.ts"
import { PostMaintenance } from "../../../src/store/retention/PostMaintenance.ts"
import { TestServices } from "../../support/TestServices.ts"
import { type PostInput, writePosts } from "../../support/Posts.ts"

const hour = 3_600
const day = 24 * hour
/** Seconds. The test clock begins at the epoch, and posts need 90 days behind them. */
const start = 100 * day

const search = (query: SearchQuery) => Effect.flatMap(Search, (service) => Effect.flatten(service.prepare(query)))

const codes = (query: SearchQuery) => Effect.map(search(query), ({ data }) => data.map(({ code }) => code))

/** Posts that contain the word, which no other test uses. */
const writeAbout = (word: string, posts: ReadonlyArray<PostInput>) =>
  writePosts(...posts.map((post) => ({ caption: `you know this is ${word}`, ...post, code: `${word}-${post.code}` })))

/** English posts about the word, without its prefix. */
const found = (word: string, query: Omit<SearchQuery, "keywords"> = {}) =>
  Effect.map(codes({ keywords: [word], language: "en", ...query }), (all) =>
    all.map((code) => code.replace(`${word}-`, ""))
  )

const refusal = (query: SearchQuery) =>
  Effect.map(Effect.flip(search(query)), ({ errors }) => errors.map(({ path, message }) => `${path}: ${message}`))

onAnyDatabaseWith("Search", { services: TestServices }, (it) => {
  it.effect("says that authors are named without @", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      yield* writeAbout("narwhal", [{ code: "1", username: "milo_films", post_timestamp: start - 1 }])
      const { data, notices = [] } = yield* search({ keywords: ["narwhal"], language: "en", username: "@milo_films" })
      assert.deepStrictEqual(data, [])
      assert.lengthOf(notices, 1)
      assert.include(notices[0], "try `milo_films`")
    })
  )

  it.effect("reads few posts for a rare keyword, however many new ones the index of terms has to merge", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      const sql = yield* SqlClient.SqlClient
      const words = (at: number) => Array.from({ length: 20 }, (_, word) => `${at}x${word}`).join(" ")
      yield* writeAbout(
        "quokka",
        Array.from({ length: 100 }, (_, at) => ({
          code: `${at}`,
          caption: `this is a post of ${words(at)}`,
          post_timestamp: start - at
        }))
      )
      const multiply = (from: number, to: number) => sql`
        INSERT INTO posts SELECT (jsonb_populate_record(p, jsonb_build_object('code', p.code || 'x' || n))).*
        FROM posts p, generate_series(${from}::int, ${to}::int) AS n WHERE p.code ~ '^quokka-[0-9]+$'`
      yield* writeAbout("okapi", [{ code: "1", post_timestamp: start - 1_000 }])
      yield* multiply(1, 180)
      yield* (yield* PostMaintenance).flushTermIndexes
      yield* multiply(181, 210)
      const postsRead = Effect.map(
        sql<{ posts: number }>`
          SELECT sum(seq_tup_read + idx_tup_fetch)::integer AS posts FROM pg_stat_xact_user_tables
          WHERE relname ~ '^posts_[0-9]'`,
        ([row]) => row?.posts ?? 0
      )
      const read = yield* sql.withTransaction(
        Effect.gen(function* () {
          const before = yield* postsRead
          assert.deepStrictEqual(yield* found("okapi"), ["1"])
          return (yield* postsRead) - before
        })
      )
      assert.isAbove(read, 0)
      assert.isBelow(read, 2_000)
    })
  )

  it.effect("says how keywords are read that posts must or must not have, once each, whatever it finds", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      yield* writeAbout("zorb", [{ code: "1", post_timestamp: start - 1 }])
      const query: SearchQuery = { keywords: ["zorb*", "zorb*"], exclude: ["F#", "F#"], language: "en" }
      const { data, notices = [] } = yield* search(query)
      assert.lengthOf(data, 1)
      assert.lengthOf(notices, 2)
      assert.include(notices[0], "`zorb*` is read as `zorb`")
      assert.include(notices[1], "`F#` is read as the word `f#`")
    })
  )

  it.effect("refuses a keyword without a word, and says what to use", () =>
    Effect.gen(function* () {
      const [handle = ""] = yield* refusal({ keywords: ["@tesla"] })
      assert.include(handle, "keywords: `@tesla` is a handle")
      assert.include(handle, "use `tesla` for the word")
      const [link = ""] = yield* refusal({ keywords: ["a"], exclude: ["https://example.com/a"] })
      assert.include(link, "exclude: `https://example.com/a` is an address")
    })
  )

  it.effect("characters that SQL patterns know mean nothing in a keyword", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      yield* writePosts({ code: "s1", caption: "this is snake and case and it's 100% of it", post_timestamp: start })
      for (const keyword of ["snake_case", "sna%", "s.*e", "it's'; DROP TABLE posts", "<snake>case", "\\"]) {
        const result = yield* Effect.result(codes({ keywords: [keyword], language: "en" }))
        assert.deepStrictEqual(
          Result.getOrElse(result, () => []),
          [],
          keyword
        )
      }
      assert.deepStrictEqual(yield* codes({ keywords: ["it's 100"], language: "en" }), ["s1"])
    })
  )

  it.effect("post type, account and thresholds; unknown views reach no threshold", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      const counts = { like_count: 10, reply_count: 5, impression_count: 100 }
      yield* writeAbout("gribble", [
        { code: "1", post_timestamp: start, username: "Ann", ...counts },
        { code: "2", post_timestamp: start, username: "ann", is_reply: true, like_count: 9 },
        { code: "3", post_timestamp: start, reply_to: "elsewhere", reply_count: 4, impression_count: 99 },
        { code: "4", post_timestamp: start, impression_count: null }
      ])
      const cases: ReadonlyArray<readonly [Omit<SearchQuery, "keywords">, ReadonlyArray<string>]> = [
        [{}, ["4", "3", "2", "1"]],
        [{ post_type: "all" }, ["4", "3", "2", "1"]],
        [{ post_type: "thread" }, ["4", "1"]],
        [{ post_type: "reply", include_details: true }, ["3", "2"]],
        [{ username: "ann" }, ["2"]],
        [{ username: "Ann" }, ["1"]],
        [{ min_likes: 9 }, ["2", "1"]],
        [{ min_likes: 10 }, ["1"]],
        [{ min_replies: 4 }, ["3", "1"]],
        [{ min_replies: 6 }, []],
        [{ min_views: 99 }, ["3", "1"]],
        [{ min_views: 0 }, ["3", "1"]],
        [{ min_likes: 0 }, ["4", "3", "2", "1"]],
        [{ min_likes: 10, min_replies: 5, min_views: 100, post_type: "thread" }, ["1"]]
      ]
      for (const [query, expected] of cases) {
        assert.deepStrictEqual(yield* found("gribble", query), expected, JSON.stringify(query))
      }
    })
  )

  it.effect("without a time filter the last 7 days; ages and times to the second", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      const ages = [0, hour, 2 * hour, 7 * day, 7 * day + 1, 90 * day, 90 * day + 1]
      yield* writeAbout(
        "quibble",
        ages.map((age) => ({ code: String(age), post_timestamp: start - age }))
      )
      const within = (from: number, to: number) => ages.filter((age) => age >= from && age <= to).map(String)
      const cases: ReadonlyArray<readonly [Omit<SearchQuery, "keywords">, ReadonlyArray<string>]> = [
        [{}, within(0, 7 * day)],
        [{ max_age_hours: 1 }, within(0, hour)],
        [{ min_age_hours: 1 }, within(hour, 90 * day)],
        [{ min_age_hours: 0 }, within(0, 90 * day)],
        [{ min_age_hours: 1, max_age_hours: 2 }, within(hour, 2 * hour)],
        [{ max_age_hours: 90 * 24 }, within(0, 90 * day)],
        [{ since: start - 7 * day }, within(0, 7 * day)],
        [{ since: start - 7 * day + 1 }, within(0, 7 * day - 1)],
        [{ until: start }, within(1, 90 * day)],
        [{ until: start - 7 * day }, within(7 * day + 1, 90 * day)],
        [{ since: start - 90 * day, until: start - hour }, within(hour + 1, 90 * day)],
        [{ since: start, until: start + 5 }, within(0, 0)],
        [{ since: start + 1 }, []]
      ]
      for (const [query, expected] of cases) {
        assert.deepStrictEqual(yield* found("quibble", query), expected, JSON.stringify(query))
      }
    })
  )

  it.effect("nothing reaches back further than 90 days; a second of grace for clocks", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      assert.deepStrictEqual(yield* found("nobody", { since: start - 90 * day - 1 }), [])
      const since = yield* refusal({ keywords: ["a"], since: start - 90 * day - 2 })
      assert.deepStrictEqual(since, ["since: must be at most 90 days ago"])
      assert.deepStrictEqual(yield* found("nobody", { until: start - 90 * day + 1 }), [])
      const until = yield* refusal({ keywords: ["a"], until: start - 90 * day })
      assert.deepStrictEqual(until, ["until: must be less than 90 days ago"])
    })
  )

  it.effect(
    "a cursor is refused when it is garbage, altered, of other parameters, another service or release, or too old",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start * 1_000)
        yield* writeAbout(
          "pebble",
          Array.from({ length: 3 }, (_, index) => ({ code: `${index}`, post_timestamp: start - index }))
        )
        const query: SearchQuery = { keywords: ["pebble"], language: "en", limit: 1 }
        const cursor = (yield* search(query)).next_cursor ?? ""
        assert.deepStrictEqual(yield* codes({ ...query, cursor }), ["pebble-1"])
        assert.deepStrictEqual(yield* codes({ ...query, limit: 5, cursor }), ["pebble-1", "pebble-2"])
        assert.deepStrictEqual(yield* codes({ ...query, cursor: "" }), ["pebble-0"], "an empty cursor is none")

        const noCursor = ["cursor: is not a valid cursor; use the next_cursor of the previous page"]
        const [text = "", mac = ""] = cursor.split(".")
        const position = { at: new Date(start * 1_000), after: [start, "x"] as const }
        const foreign = yield* Effect.provide(
          Effect.map(Secrets, (secrets) => encodeCursor(secrets, query, position)),
          Secrets.layerFromKeys(new Uint8Array(32).fill(8))
        )
        const altered = Buffer.from(text, "base64url").toString("utf8").replace("pebble-0", "pebble-1")
        for (const garbage of [
          "x",
          ".",
          "..",
          "\ud800",
          text,
          `${text}.`,
          `.${mac}`,
          `${text}.${mac.slice(0, -1)}`,
          `${text}.${mac}.more`,
          ` ${cursor}`,
          `${Buffer.from(altered).toString("base64url")}.${mac}`,
          foreign
        ]) {
          assert.deepStrictEqual(yield* refusal({ ...query, cursor: garbage }), noCursor, garbage)
        }

        // As 1.21.0 first made them: seconds, where there are milliseconds now.
        const { mac: sign } = yield* Secrets
        const former = Buffer.from(JSON.stringify({ q: "any", at: start * 1_000, after: [start, "pebble-0"] }))
        const formerCursor = `${former.toString("base64url")}.${sign(former.toString("base64url"))}`
        assert.deepStrictEqual(yield* refusal({ ...query, cursor: formerCursor }), [
          "cursor: was issued by another release of this server; start again without it"
        ])

        const changes: ReadonlyArray<Partial<SearchQuery>> = [
          { keywords: ["pebbles"] },
          { keywords: ["pebble", "pebble"] },
          { language: "ja" },
          { min_likes: 1 },
          { sort: "likes" },
          { min_likes: 0 },
          { include_details: true },
          { exclude: ["stone"] }
        ]
        for (const change of changes) {
          assert.deepStrictEqual(yield* refusal({ ...query, ...change, cursor }), [
            "cursor: was issued for other parameters; use the same ones as for the first page"
          ])
        }

        yield* TestClock.adjust("24 hours")
        assert.deepStrictEqual(yield* codes({ ...query, cursor }), ["pebble-1"])
        yield* TestClock.adjust(1)
        assert.deepStrictEqual(yield* refusal({ ...query, cursor }), [
          "cursor: is older than 24 hours; start again without it"
        ])
        yield* TestClock.setTime(start * 1_000)
      })
  )

  it.effect("details have every field, basic posts none of them", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      yield* writeAbout("doodad", [{ code: "1", post_timestamp: start - 60.5, reply_to: "root" }])
      const basic = {
        code: "doodad-1",
        url: "https://posts.example/someone/doodad-1",
        caption: "you know this is doodad",
        language: "en" as const,
        is_reply: true,
        post_timestamp: start - 61,
        username: "someone",
        like_count: 0,
        reply_count: 0
      }
      const query: SearchQuery = { keywords: ["doodad"], language: "en" }
      assert.deepStrictEqual((yield* search(query)).data, [basic])
      assert.deepStrictEqual((yield* search({ ...query, include_details: true })).data, [
        {
          ...basic,
          repost_count: 0,
          reshare_count: 0,
          impression_count: null,
          media_url: [],
          reply_to: "root",
          metrics_at: start,
          user: { username: "someone", full_name: "", profile_picture: "", follower_count: null }
        }
      ])
    })
  )
})
