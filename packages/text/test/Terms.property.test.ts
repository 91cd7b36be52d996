/** An index of terms finds every text that a keyword matches, and no other when it says that it is exact. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { encode, encodeKeyword, keywordTerms, matchesKeyword, termsOf } from "../src/index.ts"
import { cutText, mixedText } from "./support/Arbitraries.ts"

/** Of the main blocks, beside them, and of two code units. */
const characters = ["哈", "台", "積", "か", "カ", "ー", "々", "한", "글", "㐀", "𠮷", "ㅋ", "a", " ", "，"]

/** A text and a keyword of so few characters that the same pairs meet again and again. */
const ofFewCharacters = fc.subarray(characters, { minLength: 1, maxLength: 3 }).chain((few) => {
  const text = (maxLength: number) =>
    fc.array(fc.constantFrom(...few), { minLength: 1, maxLength, size: "max" }).map((parts) => parts.join(""))
  return fc.record({ text: text(9), keyword: text(4) })
})

const anyText = fc.string({ unit: "binary", maxLength: 20 })
const text = fc.oneof(mixedText(12), anyText)
const apart = fc.oneof(
  ofFewCharacters,
  fc.record({ text, keyword: fc.oneof(mixedText(3), fc.string({ unit: "binary", maxLength: 3 })) })
)

const isInt4 = (term: number): boolean => Number.isInteger(term) && term >= -(2 ** 31) && term < 2 ** 31

const agree = ({ text, keyword }: { readonly text: string; readonly keyword: string }) => {
  const encoded = encodeKeyword(keyword)
  if (encoded === undefined) return
  const tokenText = encode(text)
  const given = new Set(termsOf(tokenText))
  const { terms, exact } = keywordTerms(encoded)
  const hasAll = terms.every((term) => given.has(term))
  const matches = matchesKeyword(tokenText, encoded)
  if (matches) expect(hasAll).toBe(true)
  if (exact) expect(hasAll).toBe(matches)
}

describe("the terms of a keyword", () => {
  it("are all among those of every text that it matches; exact ones among those of no other", () => {
    fc.assert(fc.property(apart, agree), { numRuns: 10_000 })
  })

  it("so are those of keywords cut out of the text", () => {
    fc.assert(fc.property(cutText(12), agree), { numRuns: 10_000 })
  })

  it("are at least one, distinct, and among those of the keyword as a text", () => {
    fc.assert(
      fc.property(text, (keyword) => {
        const encoded = encodeKeyword(keyword)
        if (encoded === undefined) return
        const { terms } = keywordTerms(encoded)
        expect(terms.length).toBeGreaterThan(0)
        expect(new Set(terms).size).toBe(terms.length)
        const own = new Set(termsOf(encoded))
        expect(terms.filter((term) => !own.has(term))).toEqual([])
      }),
      { numRuns: 5_000 }
    )
  })

  it.each([
    ["台", true, 1],
    ["台積", false, 1],
    ["哈哈", false, 1],
    ["哈哈哈", false, 1],
    ["台積電", false, 2],
    ["한글", false, 1],
    ["カフェ", false, 2],
    ["台，積", false, 2],
    ["台 積", false, 2],
    ["𠮷", true, 1],
    ["ai", false, 1],
    ["AI工具", false, 2]
  ])("of %j: exact is %j, and there are %j", (keyword, exact, count) => {
    const found = keywordTerms(encode(keyword))
    expect({ exact: found.exact, count: found.terms.length }).toEqual({ exact, count })
  })
})

describe("the terms of a text", () => {
  it("are distinct and fit a whole number of 32 bits", () => {
    fc.assert(
      fc.property(text, (given) => {
        const terms = termsOf(encode(given))
        expect(new Set(terms).size).toBe(terms.length)
        expect(terms.filter((term) => !isInt4(term))).toEqual([])
      }),
      { numRuns: 5_000 }
    )
  })

  it("of two characters of the main blocks are never those of other characters, nor of words", () => {
    const common = fc.constantFrom("一", "鿿", "가", "힣", "ぁ", "ゖ", "ァ", "ー", "々", "〇", "台")
    fc.assert(
      fc.property(
        fc.tuple(common, common),
        fc.tuple(common, common),
        fc.string({ unit: "binary" }),
        (one, other, any) => {
          const [first, second] = [one.join(""), other.join("")].map((pair) => keywordTerms(encode(pair)).terms)
          expect(String(first) === String(second)).toBe(one.join("") === other.join(""))
          const hashed = termsOf(encode(any)).filter((term) => term < 0)
          expect(hashed.filter((term) => first?.includes(term))).toEqual([])
        }
      ),
      { numRuns: 5_000 }
    )
  })

  it("of nothing are none", () => {
    expect(termsOf("")).toEqual([])
  })
})
