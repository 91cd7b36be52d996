/** The facets of posts as marks: of our own posts, in the shapes that clients write, and of any text. */
import { assert, it } from "@effect/vitest"
import type { TextMark, TextMarkKind } from "@heddle/text"
import fc from "fast-check"
import { runs } from "../../../../../test/support/Runs.ts"
import { marksOf } from "../../../src/sources/bluesky/records/Facets.ts"

const type = (name: string) => `app.bsky.richtext.facet#${name}`
const link = (uri: string) => ({ $type: type("link"), uri })
const mention = { $type: type("mention"), did: "did:plc:aaaaaaaaaaaaaaaaaaaaaaaa" }
const tag = { $type: type("tag"), tag: "anything" }

type Part = string | readonly [shown: string, ...features: ReadonlyArray<object>]

const bytesOf = (text: string): number => Buffer.byteLength(text)

/** A post whose parts with features have a facet. */
const postOf = (parts: ReadonlyArray<Part>) => {
  let text = ""
  const facets: Array<object> = []
  for (const part of parts) {
    const [shown, ...features] = typeof part === "string" ? [part] : part
    const byteStart = bytesOf(text)
    text += shown
    if (features.length > 0) facets.push({ index: { byteStart, byteEnd: bytesOf(text) }, features })
  }
  return { text, facets }
}

const partsIn = (text: string, marks: ReadonlyArray<TextMark>) =>
  marks.map(({ start, end, kind }) => [kind, text.slice(start, end)])

/** A post, and what each of its facets marks. */
const posts: ReadonlyArray<readonly [parts: ReadonlyArray<Part>, kinds: ReadonlyArray<TextMarkKind>]> = [
  // Links as clients show them.
  [
    ["今天的頭條大家怎麼看 ", ["news.example.jp/articles/4c7e...", link("https://news.example.jp/articles/4c7e0000")]],
    ["link"]
  ],
  [
    [
      "新曲できました ",
      ["music.example/watch?v=a1b2…", link("https://music.example/watch?v=a1b2c3d4&t=9")],
      " 聴いてね"
    ],
    ["link"]
  ],
  [["신곡 나왔어요 ", ["https://song.example/abc", link("https://song.example/abc")]], ["link"]],
  [["read ", ["example.com", link("https://example.com/")], " today"], ["link"]],
  [[["example.com", link("https://www.example.com")]], ["link"]],
  [[["www.example.com/a", link("https://example.com/a")]], ["link"]],
  [[["Example.COM/About", link("https://example.com/about/")]], ["link"]],
  [[["http://example.com/a", link("https://example.com/a")]], ["link"]],
  [[["https://example.com/a/", link("https://example.com/a")]], ["link"]],
  [["看 ", ["例子.example/咖啡", link("https://xn--fsqu00a.example/%E5%92%96%E5%95%A1")]], ["link"]],
  [["看 ", ["xn--fsqu00a.example/a", link("https://例子.example/a")]], ["link"]],
  [[["wiki.example/wiki/%E5%92%96%E5...", link("https://wiki.example/wiki/%E5%92%96%E5%95%A1%E5%BA%97")]], ["link"]],
  [[["wiki.example/wiki/咖啡", link("https://wiki.example/wiki/%e5%92%96%e5%95%a1")]], ["link"]],
  [[["wiki.example/wiki/咖…", link("https://wiki.example/wiki/咖啡店")]], ["link"]],
  [[["photos.example/a/…/z.html", link("https://photos.example/a/b/c/d/z.html")]], ["link"]],
  [[["shop.example", link("https://shop.example/ja/items/99?utm_source=sky")]], ["link"]],
  [[["shop.example/ja", link("https://shop.example/ja?utm_source=sky")]], ["link"]],
  [[["shop.example:443/ja", link("https://shop.example/ja")]], ["link"]],
  [[["shop.example:8080/ja", link("https://shop.example:8080/ja")]], ["link"]],
  [[["ann@example.com", link("mailto:ann@example.com")]], ["link"]],
  [[["ann@example.com", link("mailto:ann@example.com?subject=hi")]], ["link"]],
  [[["blog.example/@apple/tes...", link("https://blog.example/@apple/tesla-review")]], ["link"]],
  [[["example.com/#top", link("https://example.com/#top")]], ["link"]],
  [[["example.com/a..b", link("https://example.com/a..b")]], ["link"]],
  [["🎉🎉恭喜 ", ["bitcoin.example/prize", link("https://bitcoin.example/prize")], " 快去看"], ["link"]],
  [["👨‍👩‍👧‍👦 family ", ["a.example/x", link("https://a.example/x")]], ["link"]],
  [["𠮷野家 ", ["a.example/x", link("https://a.example/x")], " 𩸽"], ["link"]],
  [["é café ñ ", ["a.example/x", link("https://a.example/x")]], ["link"]],
  [
    ["1️⃣ ", ["a.example/1", link("https://a.example/1")], "\n2️⃣ ", ["a.example/2", link("https://a.example/2")]],
    ["link", "link"]
  ],
  [[["film.example/watch?v=x", link("https://film.example/watch?v=x&t=1")]], ["link"]],
  [["看「", ["（a.example/x）", link("https://a.example/x")]], ["link"]],
  [["“", ["<https://a.example/x>", link("https://a.example/x")]], ["link"]],
  [[["a.example/long[...]", link("https://a.example/long/way")]], ["link"]],
  // Links with words of their own.
  [["我喜歡這個", ["咖啡店", link("https://coffee.example/")], "推薦"], ["text"]],
  [["詳しくは", ["こちら", link("https://a.example/x")], "をどうぞ"], ["text"]],
  [["자세한 내용은 ", ["여기", link("https://a.example/x")]], ["text"]],
  [["Read ", ["our new guide", link("https://guide.example/new")], " now"], ["text"]],
  [[["Node.js", link("https://nodejs.example/")], " is out"], ["text"]],
  [[["other.example", link("https://a.example/other.example")]], ["text"]],
  [[["a.example/one", link("https://a.example/two")]], ["link"]],
  [[["a.exam", link("https://a.example/")]], ["text"]],
  [[["a.example/on", link("https://a.example/one")]], ["link"]],
  [[["a...", link("https://a.example/one")]], ["text"]],
  [[["wait...", link("https://a.example/wait")]], ["text"]],
  [[["see a.example/x", link("https://a.example/x")]], ["text"]],
  [[["example.com.evil.example", link("https://example.com/")]], ["text"]],
  [[["https://bank.example/login", link("https://evil.example/login")]], ["link"]],
  [[["🔗", link("https://a.example/x")]], ["text"]],
  // Handles and hashtags.
  [[["@tesla.bsky.example", mention], " 你看這個頭條怎麼樣"], ["mention"]],
  [["ありがとう ", ["@ann.example", mention], " さん"], ["mention"]],
  [["고마워요 ", ["@ben.example", mention], "님"], ["mention"]],
  [["thanks ", ["@Ann.Example", mention], "!"], ["mention"]],
  [["今天天氣真好適合出門 ", ["#咖啡", tag]], ["hashtag"]],
  [
    ["おはよう ", ["#コーヒー", tag], " ", ["#朝活", tag]],
    ["hashtag", "hashtag"]
  ],
  [["좋은 아침 ", ["#커피", tag]], ["hashtag"]],
  [["morning ", ["#coffee", tag]], ["hashtag"]],
  [["😀 ", ["#😀", tag]], ["hashtag"]],
  [["＃は全角 ", ["＃珈琲", tag]], ["hashtag"]],
  [
    [
      "🎉 ",
      ["@ann.example", mention],
      " 分享了 ",
      ["a.example/x...", link("https://a.example/xyz")],
      " ",
      ["#好文", tag],
      " ",
      ["全文", link("https://b.example/")]
    ],
    ["mention", "link", "hashtag", "text"]
  ],
  // Several features, and unknown ones.
  [[["@ann.example", link("https://bsky.example/ann"), mention]], ["mention"]],
  [[["#咖啡", link("https://a.example/tags/coffee"), tag]], ["hashtag"]],
  [[["a.example/x", tag, link("https://a.example/x")]], ["link"]],
  [[["咖啡", { $type: type("bold") }, link("https://a.example/x")]], ["text"]],
  [[["咖啡", { $type: type("bold") }]], []],
  [[["咖啡", { $type: type("link") }]], []],
  [[["咖啡", { $type: type("link"), uri: 7 }, tag]], ["hashtag"]],
  [["no facets at all"], []],
  [[""], []]
]

it("posts in the shapes of clients are marked", () => {
  assert.isAtLeast(posts.length, 60)
  for (const [parts, kinds] of posts) {
    const { text, facets } = postOf(parts)
    const known = parts.flatMap((part) => (typeof part === "string" ? [] : [part[0]]))
    const expected = kinds.map((kind, index) => [kind, known[index]])
    assert.deepStrictEqual(partsIn(text, marksOf(text, facets)), expected, text)
  }
})

const facetAt = (byteStart: unknown, byteEnd: unknown, features: unknown = [tag]) => ({
  index: { byteStart, byteEnd },
  features
})

it("facets that make no sense are left out, and the others stay", () => {
  const text = "咖啡 😀 ok"
  const good = facetAt(0, 6)
  const found = [["hashtag", "咖啡"]]
  for (const bad of [
    facetAt(1, 6),
    facetAt(7, 9),
    facetAt(12, 99),
    facetAt(-1, 3),
    facetAt(12, 12),
    facetAt(14, 12),
    facetAt(12.5, 14),
    facetAt("0", "3"),
    facetAt(12, 14, null),
    facetAt(12, 14, {}),
    facetAt(12, 14, [null, 7, "x", {}]),
    { features: [tag] },
    null,
    7,
    "x"
  ]) {
    assert.deepStrictEqual(partsIn(text, marksOf(text, [bad, good])), found, JSON.stringify(bad))
  }
  for (const facets of [null, undefined, {}, 7, "x", []]) assert.deepStrictEqual(marksOf(text, facets), [])
})

it("of facets that overlap, the first in the text counts", () => {
  const text = "0123456789"
  const marks = marksOf(text, [facetAt(4, 8, [mention]), facetAt(0, 5), facetAt(5, 6, [mention]), facetAt(5, 9)])
  assert.deepStrictEqual(partsIn(text, marks), [
    ["hashtag", "01234"],
    ["mention", "5"]
  ])
})

it("a post has at most 200 marks", () => {
  const { text, facets } = postOf(Array.from({ length: 300 }, (_, index): Part => [`#${index}`, tag]))
  assert.strictEqual(marksOf(text, facets).length, 200)
})

it("marks are the same parts of any text as its facets", () => {
  const shown = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
    fc.constantFrom("咖啡", "コーヒー", "커피", "👨‍👩‍👧", "𠮷", "é", "a\r\n")
  )
  const features = fc.constantFrom<readonly [object, TextMarkKind]>(
    [tag, "hashtag"],
    [mention, "mention"],
    [link("https://nowhere.example/a b"), "text"]
  )
  const part = fc.tuple(shown, fc.option(features, { freq: 2 }))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.boolean(), (parts, isReversed) => {
      const { text, facets } = postOf(parts.map(([one, feature]): Part => (feature === null ? one : [one, feature[0]])))
      const expected = parts.flatMap(([one, feature]) => (feature === null ? [] : [[feature[1], one]]))
      assert.deepStrictEqual(partsIn(text, marksOf(text, isReversed ? facets.toReversed() : facets)), expected)
    }),
    { numRuns: runs(100) }
  )
})
