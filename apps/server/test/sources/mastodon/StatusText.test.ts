/** Posts as text, whatever HTML an instance sends. */
import { assert, it } from "@effect/vitest"
import fc from "fast-check"
import { runs } from "../../../../../test/support/Runs.ts"
import { textOfHtml } from "../../../src/sources/mastodon/StatusText.ts"

it("paragraphs, line breaks, lists and quotes keep their lines", () => {
  assert.strictEqual(textOfHtml("<p>one<br>two<br/>three</p><p>four</p>"), "one\ntwo\nthree\n\nfour")
  assert.strictEqual(textOfHtml("<p>a</p><ul><li>b</li><li>c</li></ul><p>d</p>"), "a\n\nb\nc\n\nd")
  assert.strictEqual(textOfHtml("<blockquote><p>a</p></blockquote>b"), "a\n\nb")
  assert.strictEqual(textOfHtml("a<br><br>b"), "a\n\nb")
})

it("entities become characters, and markup that is shown as text stays text", () => {
  assert.strictEqual(
    textOfHtml("<p>1 &lt; 2 &amp;&amp; &quot;x&quot; &#39;y&#39; &hearts;</p>"),
    "1 < 2 && \"x\" 'y' ♥"
  )
  assert.strictEqual(textOfHtml("<p>&lt;b&gt;</p>"), "<b>")
})

it("addresses are whole, though instances hide their ends", () => {
  const link =
    '<a href="https://a.example/long/path" rel="nofollow"><span class="invisible">https://</span><span class="ellipsis">a.example/lo</span><span class="invisible">ng/path</span></a>'
  assert.strictEqual(textOfHtml(`<p>see ${link} now</p>`), "see https://a.example/long/path now")
  assert.strictEqual(
    textOfHtml(
      '<p><span class="h-card"><a href="https://a.example/@ann" class="u-url mention">@<span>ann</span></a></span> hi</p>'
    ),
    "@ann hi"
  )
})

it("what repeats a quoted post, scripts and styles are no text", () => {
  assert.strictEqual(textOfHtml('<p class="quote-inline">RE: <a href="https://a.example">x</a></p><p>yes</p>'), "yes")
  assert.strictEqual(textOfHtml("<p>a</p><script>alert(1)</script><style>p{}</style>"), "a")
})

it("Chinese and Japanese text gets no spaces", () => {
  assert.strictEqual(textOfHtml("<p>今天<b>天氣</b>很好</p>"), "今天天氣很好")
})

it("any input gives some text, without markup of paragraphs", () => {
  const fragment = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("<p>", "</p>", "<br>", "<a href='x", "</", "<!--", "&", "&#x", '<p class="quote-inline">', "<b>")
  )
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 20 }), (fragments) => {
      const text = textOfHtml(fragments.join(""))
      assert.strictEqual(text, text.trim())
    }),
    { numRuns: runs(300) }
  )
})
