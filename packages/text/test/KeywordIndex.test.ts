import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { encode, type EncodedKeyword, encodeKeyword, makeKeywordIndex, matchesKeyword } from "../src/index.ts"
import { mixedText } from "./support/Arbitraries.ts"

/** Few pieces, so that keywords repeat, begin alike and occur in the texts. */
const mixtureOf = (length: number): fc.Arbitrary<string> =>
  fc
    .array(
      fc.constantFrom("台", "積", "電", "𠮷", "𠮶", "か", "ー", "한", "글", "AI ", "cat ", "catalogue ", " ", "，"),
      {
        maxLength: length
      }
    )
    .map((pieces) => pieces.join(""))

const anyText = (length: number) => fc.oneof(mixtureOf(length), mixedText(length))

const encoded = (text: string): ReadonlyArray<EncodedKeyword> => {
  const keyword = encodeKeyword(text)
  return keyword === undefined ? [] : [keyword]
}

/** What is done to the keyword; then the index is asked about the text. */
const step = fc.record({ keyword: anyText(4), kept: fc.boolean(), text: anyText(12).map(encode) })

describe("a keyword index", () => {
  it("replaces a keyword's value, and forgets a deleted keyword", () => {
    const index = makeKeywordIndex<number>()
    for (const keyword of encoded("AI")) {
      index.set(keyword, 1)
      index.set(keyword, 2)
      expect([index.size, index.get(keyword), index.match(encode("AI"))]).toEqual([1, 2, [2]])
      index.delete(keyword)
      index.delete(keyword)
      expect([index.size, index.get(keyword), index.match(encode("AI"))]).toEqual([0, undefined, []])
    }
  })

  it("equals trying every keyword, whatever was added and deleted before", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const index = makeKeywordIndex<EncodedKeyword>()
        const live = new Set<EncodedKeyword>()
        for (const { keyword: given, kept, text } of steps) {
          for (const keyword of encoded(given)) {
            if (kept) live.add(keyword)
            else live.delete(keyword)
            if (kept) index.set(keyword, keyword)
            else index.delete(keyword)
          }
          const tried = [...live].filter((keyword) => matchesKeyword(text, keyword))
          expect(index.match(text).toSorted()).toEqual(tried.toSorted())
          expect(index.size).toBe(live.size)
        }
      }),
      { numRuns: 500 }
    )
  })
})
