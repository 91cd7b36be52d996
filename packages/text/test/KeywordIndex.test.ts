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

const indexOf = (...keywords: ReadonlyArray<string>) => {
  const index = makeKeywordIndex<string>()
  for (const text of keywords) for (const keyword of encoded(text)) index.set(keyword, text)
  return index
}

/** What is done to the keyword; then the index is asked about the text. */
const step = fc.record({ keyword: anyText(4), kept: fc.boolean(), text: anyText(12).map(encode) })

describe("a keyword index", () => {
  it("gives each keyword once, however often the text contains it", () => {
    const index = indexOf("工具", "AI", "工", "電")
    expect(index.match(encode("AI工具, AI 工具")).toSorted()).toEqual(["AI", "工", "工具"])
    expect(index.match(encode("AI工具, AI 工具")).toSorted()).toEqual(["AI", "工", "工具"])
  })

  it("is empty without keywords or text", () => {
    expect(indexOf().match(encode("AI"))).toEqual([])
    expect(indexOf("AI").match("")).toEqual([])
    expect(indexOf().size).toBe(0)
  })

  it("finds keywords that begin or end other keywords", () => {
    const index = indexOf("台", "台積", "台積電", "積電", "電", "積")
    expect(index.match(encode("看台積電")).toSorted()).toEqual(["台", "台積", "台積電", "積", "積電", "電"])
  })

  it("tells characters apart that share a surrogate", () => {
    const index = indexOf("𠮷", "𠮶")
    expect(index.match(encode("𠮷野家"))).toEqual(["𠮷"])
    expect(index.match(encode("𠮶"))).toEqual(["𠮶"])
  })

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
