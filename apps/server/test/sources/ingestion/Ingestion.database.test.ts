/** The ingest format (decisions, "Ingest format"): what each line does, and that a bad one stops no good one. */
import { assert } from "@effect/vitest"
import { Effect, Metric, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import type { IngestSummary } from "../../../src/sources/ingestion/IngestSummary.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { origin } from "../../support/Posts.ts"
import { TestServices } from "../../support/TestServices.ts"

const start = 86_400 * 10

const none: IngestSummary = { accepted: 0, updated: 0, deleted: 0, ignored: 0, rejected: 0, errors: [] }

/** The text as a stream of chunks of this many characters, as a network would cut it. */
const ingestText = (text: string, chunk = text.length) => ingestBytes(new TextEncoder().encode(text), chunk)

const ingestBytes = (bytes: Uint8Array, chunk: number) =>
  Effect.gen(function* () {
    const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, index) =>
      bytes.subarray(index * chunk, (index + 1) * chunk)
    )
    return yield* (yield* Ingestion).ingest(Stream.fromIterable(chunks), origin)
  })

const ingest = (...lines: ReadonlyArray<object | string>) =>
  ingestText(lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""))

const post = (code: string, fields: object = {}) => ({
  type: "post",
  code,
  caption: "a caption",
  username: "someone",
  post_timestamp: start,
  ...fields
})

interface Row {
  readonly caption: string
  readonly url: string
  readonly isReply: boolean
  readonly replyTo: string | null
  readonly postedAt: Date
  readonly observedAt: Date
  readonly likeCount: number
  readonly impressionCount: number | null
}

const rowOf = (code: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<Row>`SELECT * FROM (
      SELECT caption, url, is_reply, reply_to, posted_at, observed_at, like_count, impression_count FROM posts
      WHERE code = ${code}) AS p`
    return row
  })

const likesOf = (code: string) => Effect.map(rowOf(code), (row) => row?.likeCount)

const damagedTexts = Effect.map(Metric.snapshot, (all) => {
  const state = all.find(
    ({ id, attributes }) => id === "source_texts_damaged_total" && attributes?.["source"] === "test"
  )?.state
  return state !== undefined && "count" in state ? Number(state.count) : 0
})

const fresh = Effect.andThen(TestClock.setTime(start * 1_000), forgetAll)

onAnyDatabaseWith("Ingest", { services: TestServices }, (it) => {
  it.effect("the first line creates, later ones update, deletions stay, and the counts sum up to the lines", () =>
    Effect.gen(function* () {
      yield* fresh
      const summary = yield* ingest(
        post("a"),
        post("a", { like_count: 1 }),
        { type: "delete", code: "a" },
        post("a", { like_count: 2 }),
        { type: "delete", code: "a" },
        { type: "delete", code: "never-seen" },
        post("never-seen"),
        { type: "user", username: "someone", follower_count: 3 },
        { type: "user", username: "someone", follower_count: 4 },
        "nonsense",
        post("b", { observed_at: start - 10 }),
        post("b", { observed_at: start - 11, like_count: 9 })
      )
      assert.deepStrictEqual(summary, {
        accepted: 3,
        updated: 2,
        deleted: 1,
        ignored: 5,
        rejected: 1,
        errors: [{ line: 10, message: "not a JSON value; put one object on one line" }]
      })
      for (const code of ["a", "never-seen"]) assert.isUndefined(yield* rowOf(code))
      assert.strictEqual(yield* likesOf("b"), 0)
    })
  )

  it.effect("a deletion is final, in later batches too", () =>
    Effect.gen(function* () {
      yield* fresh
      yield* ingest(post("gone"), post("other"))
      yield* ingest({ type: "delete", code: "gone" }, { type: "delete", code: "early" })
      assert.deepStrictEqual(yield* ingest(post("gone"), post("early"), { type: "delete", code: "gone" }), {
        ...none,
        ignored: 3
      })
      for (const code of ["gone", "early"]) assert.isUndefined(yield* rowOf(code))
      assert.isDefined(yield* rowOf("other"))
    })
  )

  it.effect("older observations are ignored, equal and newer ones taken, counts that go down too", () =>
    Effect.gen(function* () {
      yield* fresh
      const at = (seconds: number, like_count: number) => post("c", { observed_at: start - 100 + seconds, like_count })
      assert.deepStrictEqual(yield* ingest(at(10, 50)), { ...none, accepted: 1 })
      assert.deepStrictEqual(yield* ingest(at(9, 70)), { ...none, ignored: 1 })
      assert.deepStrictEqual(yield* ingest(at(9.999, 70)), { ...none, ignored: 1 })
      assert.strictEqual(yield* likesOf("c"), 50)
      assert.deepStrictEqual(yield* ingest(at(10, 40)), { ...none, updated: 1 })
      assert.strictEqual(yield* likesOf("c"), 40)
      assert.deepStrictEqual(yield* ingest(at(11, 30)), { ...none, updated: 1 })
      assert.strictEqual(yield* likesOf("c"), 30)
      // Without a time of its own it is the time of receipt.
      assert.deepStrictEqual(yield* ingest(post("c", { like_count: 20 })), { ...none, updated: 1 })
      assert.deepStrictEqual((yield* rowOf("c"))?.observedAt, new Date(start * 1_000))
      assert.deepStrictEqual(yield* ingest(at(99, 10)), { ...none, ignored: 1 })
    })
  )

  it.effect("counts a line does not name stay; views can become unknown again", () =>
    Effect.gen(function* () {
      yield* fresh
      yield* ingest(post("d", { like_count: 5, impression_count: 100 }))
      yield* ingest(post("d", { reply_count: 1 }))
      assert.deepInclude(yield* rowOf("d"), { likeCount: 5, impressionCount: 100 })
      yield* ingest(post("d", { impression_count: null }))
      assert.deepInclude(yield* rowOf("d"), { likeCount: 5, impressionCount: null })
    })
  )

  it.effect("caption, time, author and address of a known post never change", () =>
    Effect.gen(function* () {
      yield* fresh
      yield* ingest(post("e"))
      const before = yield* rowOf("e")
      const changed = { caption: "another", username: "else", post_timestamp: start - 50, url: "https://x.example/" }
      assert.deepStrictEqual(yield* ingest(post("e", { ...changed, is_reply: true, reply_to: "z", like_count: 1 })), {
        ...none,
        updated: 1
      })
      assert.deepStrictEqual(yield* rowOf("e"), { ...before, likeCount: 1 })
    })
  )

  it.effect("what is missing is empty, 0 or unknown, and the address comes from the source's template", () =>
    Effect.gen(function* () {
      yield* fresh
      yield* ingest(post("f/1?", { username: "日本 x" }), post("f2", { url: "https://own.example/f2" }))
      assert.deepStrictEqual(yield* rowOf("f/1?"), {
        caption: "a caption",
        url: "https://posts.example/%E6%97%A5%E6%9C%AC%20x/f%2F1%3F",
        isReply: false,
        replyTo: null,
        postedAt: new Date(start * 1_000),
        observedAt: new Date(start * 1_000),
        likeCount: 0,
        impressionCount: null
      })
      assert.strictEqual((yield* rowOf("f2"))?.url, "https://own.example/f2")
      yield* ingest(
        post("f3", { reply_to: "f2" }),
        post("f4", { reply_to: "f2", is_reply: false }),
        post("f5", { caption: "" })
      )
      assert.deepInclude(yield* rowOf("f3"), { isReply: true, replyTo: "f2" })
      assert.deepInclude(yield* rowOf("f4"), { isReply: false, replyTo: "f2" })
      assert.deepInclude(yield* rowOf("f5"), { caption: "" })
    })
  )

  it.effect("times in the future count as now, so that a fast clock does not freeze a post", () =>
    Effect.gen(function* () {
      yield* fresh
      yield* ingest(post("g", { post_timestamp: start + 1e6, observed_at: start + 1e9, like_count: 1 }))
      assert.deepInclude(yield* rowOf("g"), {
        postedAt: new Date(start * 1_000),
        observedAt: new Date(start * 1_000)
      })
      yield* ingest({ type: "user", username: "fast", biography: "old", observed_at: 253_402_300_799 })
      yield* TestClock.adjust("1 second")
      const later = yield* ingest(post("g", { observed_at: start + 1, like_count: 2 }), {
        type: "user",
        username: "fast",
        biography: "new",
        observed_at: start + 1
      })
      assert.deepStrictEqual(later, { ...none, updated: 2 })
      assert.strictEqual(yield* likesOf("g"), 2)
    })
  )

  it.effect("accounts: what a line does not name stays, older observations are ignored", () =>
    Effect.gen(function* () {
      yield* fresh
      const sql = yield* SqlClient.SqlClient
      const user = (fields: object) => ingest({ type: "user", username: "ann", ...fields })
      assert.deepStrictEqual(yield* user({ full_name: "Ann", follower_count: 5, observed_at: start - 9 }), {
        ...none,
        accepted: 1
      })
      assert.deepStrictEqual(yield* user({ follower_count: 4, observed_at: start - 8 }), { ...none, updated: 1 })
      assert.deepStrictEqual(yield* user({ full_name: "Old", observed_at: start - 9 }), { ...none, ignored: 1 })
      assert.deepStrictEqual(yield* sql`SELECT full_name, follower_count, post_count, biography FROM authors`, [
        { fullName: "Ann", followerCount: 4, postCount: null, biography: "" }
      ])
    })
  )

  it.effect("reports each invalid line with its number and the reason, and stores the valid ones", () =>
    Effect.gen(function* () {
      yield* fresh
      const bad: ReadonlyArray<readonly [object | string, string]> = [
        ["{", "not a JSON value; put one object on one line"],
        ["[]", 'type: must be "user", "post" or "delete"'],
        ["null", 'type: must be "user", "post" or "delete"'],
        ['"post"', 'type: must be "user", "post" or "delete"'],
        [{ type: "like", code: "x" }, 'type: must be "user", "post" or "delete"'],
        [
          { type: "post" },
          "code: is required; caption: is required; username: is required; post_timestamp: is required"
        ],
        [post("", {}), "code: must not be empty"],
        [post("a b"), "code: must have no white space or control characters"],
        [post("x", { caption: 5 }), "caption: must be a string"],
        [post("x\ud800"), "code: must be well-formed Unicode without NUL"],
        [post("x", { username: "a\u0000" }), "username: must be well-formed Unicode without NUL"],
        [
          post("x", { url: "https://a.example/\uFFFD" }),
          "url: must have no U+FFFD, which stands for a character that could not be read"
        ],
        [post("x", { marks: {} }), "marks: must be a list"],
        [
          post("x", { marks: [{ start: 0, end: 1, kind: "bold" }] }),
          "marks.0.kind: must be one of link, mention, emoji, hashtag, text"
        ],
        [post("x", { marks: [{ start: 0, end: 10, kind: "link" }] }), "marks.0: must be within the caption"],
        [post("x", { marks: [{ start: -1, end: 1, kind: "link" }] }), "marks.0: must be within the caption"],
        [post("x", { marks: [{ start: 1, end: 1, kind: "link" }] }), "marks.0: must end after its start"],
        [
          post("x", {
            marks: [
              { start: 0, end: 2, kind: "link" },
              { start: 1, end: 3, kind: "text" }
            ]
          }),
          "marks.1: must begin after the end of the mark before it"
        ],
        [
          post("x", { caption: "a😀", marks: [{ start: 0, end: 2, kind: "link" }] }),
          "marks.0: must not cut a character"
        ],
        [
          post("x", { marks: Array.from({ length: 201 }, (_, start) => ({ start, end: start + 1, kind: "link" })) }),
          "marks: at most 200 marks"
        ],
        [post("x", { caption: "a".repeat(20_001) }), "caption: must have at most 20000 characters"],
        [post("x", { username: "" }), "username: must not be empty"],
        [post("x", { post_timestamp: "2026-01-01" }), "post_timestamp: must be a number"],
        [post("x", { post_timestamp: -1 }), "post_timestamp: must be a Unix time in seconds"],
        [post("x", { post_timestamp: 1_700_000_000_000 }), "post_timestamp: must be a Unix time in seconds"],
        [post("x", { like_count: -1 }), "like_count: must be a whole number from 0 to 1000000000000"],
        [post("x", { like_count: null }), "like_count: must be a number"],
        [post("x", { is_reply: 1 }), "is_reply: must be true or false"],
        [post("x", { media_url: ["a", 5] }), "media_url.1: must be a string"],
        [post("x", { media_url: "a" }), "media_url: must be a list"],
        [{ type: "delete" }, "code: is required"],
        [
          { type: "user", username: "u", follower_count: 1e13 },
          "follower_count: must be a whole number from 0 to 1000000000000"
        ]
      ]
      const lines = bad.flatMap(([line], index) => [line, post(`good${index}`)])
      const summary = yield* ingest(...lines)
      assert.deepStrictEqual(
        summary.errors,
        bad.map(([, message], index) => ({ line: 2 * index + 1, message }))
      )
      assert.deepInclude(summary, { accepted: bad.length, rejected: bad.length })
    })
  )

  it.effect("blank lines, CRLF, a missing last line end and chunks that cut characters change nothing", () =>
    Effect.gen(function* () {
      const lines = [post("h1", { caption: "台積電 😀" }), "", "bad", "   ", post("h2"), "\t", post("h3")]
      const texts = ["\n", "\r\n"].map((end) =>
        lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join(end)
      )
      for (const text of [...texts, `\n\n${texts[0]}\n\n`, `\ufeff${texts[0]}`]) {
        for (const chunk of [1, 2, 7, 64_000]) {
          yield* fresh
          const { errors, ...counts } = yield* ingestText(text, chunk)
          assert.deepStrictEqual(counts, { accepted: 3, updated: 0, deleted: 0, ignored: 0, rejected: 1 })
          assert.strictEqual(errors[0]?.line, text.startsWith("\n") ? 5 : 3)
          assert.strictEqual((yield* rowOf("h1"))?.caption, "台積電 😀")
        }
      }
    })
  )

  it.effect("a damaged character in a text costs no line, whatever damaged it", () =>
    Effect.gen(function* () {
      yield* fresh
      const sql = yield* SqlClient.SqlClient
      const line = (code: string, caption: string) => JSON.stringify(post(code, { caption }))
      const bytes = Buffer.concat([
        Buffer.from(`${line("i1", "half \ud83d of a pair")}\n`),
        Buffer.from(`${line("i2", "a NUL \u0000 in it")}\n`),
        Buffer.from(`${line("i3", "@").replace("@", "raw \u0000 and \u0001 and\ta tab")}\n`),
        Buffer.from(`${line("i4", "bad byte \xff")}\n`, "latin1"),
        Buffer.from('{"type":"user","username":"ian","full_name":"I\\ud800n","biography":"\\u0000"}\n'),
        Buffer.from('{"type":"post","code":"i'),
        Buffer.from([0xff]),
        Buffer.from('5","caption":"c","username":"u","post_timestamp":5}\n')
      ])
      const before = yield* damagedTexts
      const { errors, ...counts } = yield* ingestBytes(bytes, 7)
      assert.strictEqual((yield* damagedTexts) - before, 5)
      assert.deepStrictEqual(errors, [
        { line: 6, message: "code: must have no U+FFFD, which stands for a character that could not be read" }
      ])
      assert.deepInclude(counts, { accepted: 5, rejected: 1 })
      assert.deepStrictEqual(
        (yield* sql<{ caption: string }>`SELECT caption FROM posts ORDER BY code`).map(({ caption }) => caption),
        ["half \uFFFD of a pair", "a NUL \uFFFD in it", "raw \uFFFD and \uFFFD and a tab", "bad byte \uFFFD"]
      )
      assert.deepStrictEqual(yield* sql`SELECT full_name, biography FROM authors`, [
        { fullName: "I\uFFFDn", biography: "\uFFFD" }
      ])
    })
  )

  it.effect("what is marked as an address, a handle or a shortcode is no word, and other marks stay words", () =>
    Effect.gen(function* () {
      yield* fresh
      const sql = yield* SqlClient.SqlClient
      const caption = "好 cafe.example/x @ann :blob: #咖啡 店"
      const mark = (part: string, kind: string) => {
        const start = caption.indexOf(part)
        return { start, end: start + part.length, kind }
      }
      const marks = [
        mark("cafe.example/x", "link"),
        mark("@ann", "mention"),
        mark(":blob:", "emoji"),
        mark("#咖啡", "hashtag"),
        mark("店", "text")
      ]
      const words = [mark("cafe.example/x", "text")]
      yield* ingest(
        post("j1", { caption, marks }),
        post("j2", { caption, marks: words }),
        post("j3", { caption, marks: [] })
      )
      const rows = yield* sql<{ tokenText: string; marks: ReadonlyArray<number> | null }>`
        SELECT token_text, marks FROM posts ORDER BY code`
      assert.deepStrictEqual(rows[0], {
        tokenText: "好|咖啡 店",
        marks: marks.flatMap(({ start, end }, kind) => [start, end, kind])
      })
      assert.strictEqual(rows[1]?.tokenText, "好 <cafe>|<example>|<x>|咖啡 店")
      assert.deepStrictEqual(rows[2], { tokenText: "好|咖啡 店", marks: null })
    })
  )

  it.effect("a line of several megabytes is judged like any other", () =>
    Effect.gen(function* () {
      yield* fresh
      const huge = JSON.stringify(post("huge", { caption: "字".repeat(1_500_000) }))
      const deep = `{"type":"post","media_url":${"[".repeat(500_000)}${"]".repeat(500_000)}}`
      const summary = yield* ingestText([huge, deep, JSON.stringify(post("small"))].join("\n"), 65_536)
      assert.deepInclude(summary, { accepted: 1, rejected: 2 })
      assert.strictEqual(summary.errors[0]?.message, "caption: must have at most 20000 characters")
      assert.isBelow(JSON.stringify(summary).length, 2_000)
    })
  )

  it.effect("names of JavaScript's own are codes and fields like any other", () =>
    Effect.gen(function* () {
      yield* fresh
      const odd =
        '{"type":"post","code":"__proto__","caption":"c","username":"constructor","post_timestamp":5,"__proto__":{"like_count":9},"toString":1}'
      assert.deepStrictEqual(yield* ingest(odd, post("constructor")), { ...none, accepted: 2 })
      assert.strictEqual(yield* likesOf("__proto__"), 0)
    })
  )

  it.effect("many lines are many batches: counts add up, and at most 100 errors are listed", () =>
    Effect.gen(function* () {
      yield* fresh
      const lines = Array.from({ length: 1_300 }, (_, index) => (index % 5 === 0 ? "bad" : post(`n${index % 400}`)))
      const summary = yield* ingest(...lines)
      assert.deepInclude(summary, { accepted: 320, updated: 720, rejected: 260 })
      assert.deepStrictEqual(
        summary.errors.map(({ line }) => line),
        Array.from({ length: 100 }, (_, index) => index * 5 + 1)
      )
    })
  )

  it.effect("what came before a stream breaks off is stored", () =>
    Effect.gen(function* () {
      yield* fresh
      const whole = new TextEncoder().encode(`${JSON.stringify(post("whole"))}\n`)
      const bytes = Stream.concat(Stream.make(whole), Stream.fail("broken off"))
      assert.strictEqual(yield* Effect.flip((yield* Ingestion).ingest(bytes, origin)), "broken off")
      assert.strictEqual(yield* likesOf("whole"), 0)
    })
  )
})
