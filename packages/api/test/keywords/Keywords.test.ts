import { encodeKeyword } from "@heddle/text"
import { assert, describe, it } from "vitest"
import { keywordNotices, sameKeywordText, withoutTokenText } from "../../src/keywords/index.ts"

const signs = "only letters, digits and the signs of words such as C++ are looked for."
const wordless = "links, handles and shortcodes of emoji are not searched."

describe("a notice says how a keyword is read", () => {
  it.each([
    ["C*", `The keyword \`C*\` is read as \`c\`: ${signs}`],
    ["C++*", `The keyword \`C++*\` is read as \`c++\`: ${signs}`],
    ["@tesla 新車", `The keyword \`@tesla 新車\` is read as \`新車\`: ${wordless}`],
    ["F#", "The keyword `F#` is read as the word `f#`: posts with `F` alone do not match."],
    [".NET", "The keyword `.NET` is read as the word `.net`: posts with `NET` alone do not match."],
    ["Disney+", "The keyword `Disney+` is read as the word `disney+`: posts with `Disney` alone do not match."],
    ["C++ jobs", "The keyword `C++ jobs` is read as `c++ job`: posts with `c job` do not match."]
  ])("%s", (keyword, notice) => {
    assert.deepStrictEqual(keywordNotices([keyword]), [notice])
  })

  it("once, and not where it is read as typed", () => {
    assert.lengthOf(keywordNotices(["C*", "台積電", "C*", "GPT-4"]), 1)
  })
})

it("two keywords are one because of how both are read", () => {
  const encoded = encodeKeyword("cat")
  assert.isDefined(encoded)
  if (encoded === undefined) return
  assert.strictEqual(
    sameKeywordText("Cats", "cat", encoded),
    "`Cats` and `cat` are the same keyword, as both are read as `cat`."
  )
})

describe("a keyword without a word", () => {
  it.each([
    ["！？", /^needs at least one letter or digit: marks, symbols and emoji are not searched/],
    ["😂", /^needs at least one letter or digit/],
    ["https://example.com/a", /^is an address, and links in posts are not searched/],
    ["ann@example.com", /^is an address/],
    ["@tesla", /^is a handle.*use `tesla` for the word, or search with `username=`/],
    ["@tesla @elon", /use `tesla elon` for the words/],
    ["@tesla@mastodon.example", /use `tesla` for the word/],
    ["@nasa.bsky.social", /use `nasa` for the word/],
    ["@_", /^is a handle, and handles are not searched; search with `username=`/],
    [":tada:", /^is the shortcode of an emoji/],
    ["https://example.com/a @tesla", /^needs a word: links, handles and shortcodes/]
  ])("%s", (keyword, text) => {
    assert.isUndefined(encodeKeyword(keyword))
    assert.match(withoutTokenText(keyword), text)
  })
})
