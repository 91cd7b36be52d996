/** What becomes of a status, whatever its instance leaves out or gets wrong. */
import { assert, it } from "@effect/vitest"
import { Result } from "effect"
import { readStatus } from "../../../src/sources/mastodon/StatusChange.ts"

const observedAt = 1_790_000_000

const plain = {
  id: "1",
  uri: "https://a.example/users/ann/statuses/1",
  url: "https://a.example/@ann/1",
  created_at: "2026-01-01T00:00:00.000Z",
  content: "<p>hello</p>",
  visibility: "public",
  account: { acct: "ann", display_name: "Ann" }
}

const read = (fields: object) => readStatus({ ...plain, ...fields }, "a.example", observedAt)

const statusOf = (fields: object) => {
  const reading = read(fields)
  if (Result.isFailure(reading)) return assert.fail(String(reading.failure))
  return reading.success.status ?? assert.fail("the status is public")
}

const captionOf = (fields: object) => {
  const { caption, marks = [] } = statusOf(fields).post
  return [caption, marks.map(({ start, end, kind }) => [kind, caption.slice(start, end)])]
}

const emojis = ["blob_cat", "ok", "blob@m.example", "30"].map((shortcode) => ({
  shortcode,
  url: "https://a.example/x"
}))

it("its own emoji are marked, in the warning too, and nothing else between colons", () => {
  assert.deepStrictEqual(captionOf({ content: "<p>好 :blob_cat: :ok::ok: 嗎</p>", emojis }), [
    "好 :blob_cat: :ok::ok: 嗎",
    [
      ["emoji", ":blob_cat:"],
      ["emoji", ":ok:"],
      ["emoji", ":ok:"]
    ]
  ])
  assert.deepStrictEqual(captionOf({ content: "at 12:30:45, :no: ::ok: おめでとう:blob@m.example:！", emojis }), [
    "at 12:30:45, :no: ::ok: おめでとう:blob@m.example:！",
    [
      ["emoji", ":ok:"],
      ["emoji", ":blob@m.example:"]
    ]
  ])
  assert.deepStrictEqual(captionOf({ content: "a :ok: b" }), ["a :ok: b", []])
})

it("the marks of the content are behind the warning", () => {
  const content = '<p>看 <a href="https://c.example/">咖啡 :ok:</a> <a href="#" class="mention">@ben</a></p>'
  assert.deepStrictEqual(captionOf({ spoiler_text: " 注意 😀 :ok: ", content, emojis }), [
    "注意 😀 :ok:\n\n看 咖啡 :ok: @ben",
    [
      ["emoji", ":ok:"],
      ["text", "咖啡"],
      ["emoji", ":ok:"],
      ["mention", "@ben"]
    ]
  ])
  assert.deepStrictEqual(captionOf({ spoiler_text: "cw :ok:", content: "", emojis }), ["cw :ok:", [["emoji", ":ok:"]]])
})

it("an emoji inside an address belongs to the address", () => {
  const content = '<p><a href="https://c.example/:ok:">https://c.example/:ok:</a></p>'
  assert.deepStrictEqual(captionOf({ content, emojis }), [
    "https://c.example/:ok:",
    [["link", "https://c.example/:ok:"]]
  ])
})

it("a time that is none is the time of receipt", () => {
  const timeOf = (created_at: unknown) => statusOf({ created_at }).post.post_timestamp
  assert.strictEqual(timeOf("2026-01-01T08:00:00+08:00"), Date.UTC(2026, 0, 1) / 1_000)
  assert.strictEqual(timeOf("0001-01-01T00:00:00Z"), 0)
  for (const time of ["2026-01-01T00:00:00", "2026-01-01", "yesterday", null, undefined, 7]) {
    assert.strictEqual(timeOf(time), observedAt)
  }
})

it("optional fields that are null or malformed do not lose a status", () => {
  const { post } = statusOf({})
  for (const odd of [null, 7, {}, [null], [7]]) {
    for (const field of [
      "emojis",
      "mentions",
      "tags",
      "media_attachments",
      "in_reply_to_id",
      "spoiler_text",
      "poll",
      "language"
    ]) {
      assert.deepStrictEqual(statusOf({ [field]: odd }).post, post, field)
    }
    for (const field of ["favourites_count", "replies_count", "reblogs_count", "quotes_count", "card"]) {
      const made = statusOf({ [field]: typeof odd === "number" ? "x" : odd }).post
      assert.deepStrictEqual(made, post, field)
    }
    assert.strictEqual(statusOf({ url: odd }).post.url, plain.uri)
    const account = { ...plain.account, note: odd, avatar: odd, emojis: odd, fields: odd, followers_count: "many" }
    assert.deepInclude(statusOf({ account }).author, { full_name: "Ann", biography: "", follower_count: null })
  }
  assert.deepStrictEqual(statusOf({ reblog: null }).post, post)
  assert.strictEqual(statusOf({ content: null }).post.caption, "")
  const media = [null, { url: "https://a.example/1.png" }, { url: 7 }, { url: "https://a.example/\ud800" }]
  assert.deepStrictEqual(statusOf({ media_attachments: media }).post.media_url, ["https://a.example/1.png"])
})

it("a damaged character does not lose a status", () => {
  const account = { ...plain.account, display_name: "A\0n" }
  const { post, author } = statusOf({ content: "<p>a\ud800 b\0</p>", spoiler_text: "\ud800", account })
  assert.strictEqual(post.caption, "\uFFFD\n\na\uFFFD b\uFFFD")
  assert.strictEqual(author?.full_name, "A\uFFFDn")
})

it("what says nothing about a post is refused", () => {
  for (const fields of [{ content: 7 }, { visibility: null }, { account: null }, { uri: null }, { reblog: {} }]) {
    assert.isTrue(Result.isFailure(read(fields)), JSON.stringify(fields))
  }
})
