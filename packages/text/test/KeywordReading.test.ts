import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { encodeKeyword, keywordReading } from "../src/index.ts"
import { mixedText } from "./support/Arbitraries.ts"

describe("a keyword is said to be read", () => {
  it.each([
    ["C++", "signed", "c++"],
    ["F#", "signed", "f#"],
    ["Ｃ＃", "signed", "c#"],
    [".NET", "signed", ".net"],
    ["Disney+", "signed", "disney+"],
    ["C*", "weaker", "c"],
    ["(C)", "weaker", "c"],
    ["C.", "weaker", "c"],
    ["$T", "weaker", "t"],
    ["R&B", "weaker", "r b"],
    ["#1", "weaker", "1"],
    ["🔥AI", "weaker", "ai"],
    ["iPhone™", "weaker", "iphone"],
    ["I❤NY", "weaker", "i ny"],
    ["25℃", "weaker", "25"],
    ["50%", "weaker", "50"],
    ["100+", "weaker", "100"],
    ["¥1000", "weaker", "1000"],
    ["@tesla 新車", "wordless", "新車"],
    ["news example.com/a", "wordless", "news"],
    [":tada: party", "wordless", "party"],
    ["a=b", "weaker", "a b"]
  ])("%s: %s, as %s", (keyword, kind, words) => {
    expect(keywordReading(keyword)).toEqual({ kind, words })
  })
})

describe("nothing is said about", () => {
  it.each([
    "AI",
    "台積電",
    "#AI",
    "＃新刊",
    "$TSLA",
    "“Taylor Swift”",
    "「鬼滅の刃」",
    "Node.js",
    "booking.com",
    "GPT-4",
    "AT&T",
    "McDonald's",
    "don't",
    "1,000",
    "U.S.",
    "café",
    "ㅋㅋ",
    "台 積電",
    "what?",
    "C",
    "3-1",
    "H2O",
    "CO₂",
    "ＡＩ",
    "@",
    "https://a.b"
  ])("%s", (keyword) => {
    expect(keywordReading(keyword)).toBeUndefined()
  })

  it("a keyword of letters, digits and spaces", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z0-9 台積電가나かな]{1,12}$/), (keyword) => {
        expect(keywordReading(keyword)).toBeUndefined()
      })
    )
  })
})

describe("any keyword", () => {
  it("has a reading only if it has a token", () => {
    fc.assert(
      fc.property(mixedText(4), (keyword) => {
        const reading = keywordReading(keyword)
        expect(reading === undefined || (encodeKeyword(keyword) !== undefined && reading.words !== "")).toBe(true)
      })
    )
  })
})
