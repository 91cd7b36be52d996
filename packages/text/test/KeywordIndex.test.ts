import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { encode, encodeKeyword, makeKeywordIndex, matchesKeyword } from "../src/index.ts"
import { mixedText } from "./support/Arbitraries.ts"

const entriesOf = (keywords: ReadonlyArray<string>) =>
  keywords.flatMap((text, value) => {
    const keyword = encodeKeyword(text)
    return keyword === undefined ? [] : [{ keyword, value }]
  })

describe("a keyword index", () => {
  it("gives each entry once, in the order given", () => {
    const index = makeKeywordIndex(entriesOf(["工具", "AI", "工", "AI", "電"]))
    expect(index.match(encode("AI工具, AI 工具"))).toEqual([0, 1, 2, 3])
  })

  it("is empty without entries or text", () => {
    expect(makeKeywordIndex([]).match(encode("AI"))).toEqual([])
    expect(makeKeywordIndex(entriesOf(["AI"])).match("")).toEqual([])
  })

  it("equals trying every keyword", () => {
    fc.assert(
      fc.property(
        fc.array(mixedText(4), { maxLength: 20 }),
        fc.array(mixedText(12), { maxLength: 5 }),
        (keywords, texts) => {
          const entries = entriesOf(keywords)
          const index = makeKeywordIndex(entries)
          for (const text of texts.map(encode)) {
            const tried = entries.filter(({ keyword }) => matchesKeyword(text, keyword)).map(({ value }) => value)
            expect(index.match(text)).toEqual(tried)
          }
        }
      ),
      { numRuns: 1000 }
    )
  })
})
