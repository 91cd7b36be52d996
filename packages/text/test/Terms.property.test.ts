/** An index of terms finds every text that a keyword matches, and no other when it says that it is exact. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { encode, encodeKeyword, keywordTerms, matchesKeyword, termPiecesOf, termsOf } from "../src/index.ts"
import { cutText, mixedText } from "./support/Arbitraries.ts"

/** Of the main blocks, beside them, and of two code units. */
const characters = ["哈", "台", "積", "か", "カ", "ー", "々", "한", "글", "㐀", "𠮷", "ㅋ", "a", " ", "，"]

/** Those of them that are a token of their own, and the first and last of their blocks. */
const singleCharacters = [
  ...characters.filter((one) => !/[a ，]/.test(one)),
  "一",
  "鿿",
  "가",
  "힣",
  "ぁ",
  "ゖ",
  "ァ",
  "〇"
]

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

const termsOfKeyword = (keyword: string) => {
  const encoded = encodeKeyword(keyword)
  if (encoded === undefined) throw new Error(`${keyword} has no token`)
  return keywordTerms(encoded)
}

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
    const found = termsOfKeyword(keyword)
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

  it("include that of a single character exactly when the text has the character", () => {
    fc.assert(
      fc.property(fc.constantFrom(...singleCharacters), apart, (character, { text: given }) => {
        const { terms, exact } = termsOfKeyword(character)
        expect({ count: terms.length, exact }).toEqual({ count: 1, exact: true })
        const tokenText = encode(given)
        expect(termsOf(tokenText).some((term) => terms.includes(term))).toBe(tokenText.includes(encode(character)))
      }),
      { numRuns: 5_000 }
    )
  })

  it("are never shared by a pair of characters and a word", () => {
    const character = fc.constantFrom(...singleCharacters)
    const word = fc.stringMatching(/^[a-z0-9]{1,12}$/)
    fc.assert(
      fc.property(fc.tuple(character, character), word, (pair, other) => {
        const { terms } = termsOfKeyword(pair.join(""))
        expect(terms).toHaveLength(1)
        expect(termsOf(encode(other)).filter((term) => terms.includes(term))).toEqual([])
      }),
      { numRuns: 5_000 }
    )
  })
})

describe("the pieces of a text's terms", () => {
  it("have all of its terms and no other, and every text that contains one has its term", () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const tokenText = encode(one)
        const pieces = termPiecesOf(tokenText)
        expect(new Set(pieces.map(({ term }) => term))).toEqual(new Set(termsOf(tokenText)))
        expect(new Set(pieces.map(({ piece }) => piece)).size).toBe(pieces.length)
        const joined = encode(`${one}${other}`)
        const given = new Set(termsOf(joined))
        const within = pieces.filter(({ piece }) => joined.includes(piece))
        expect(within.every(({ term }) => given.has(term))).toBe(true)
      }),
      { numRuns: 2_000 }
    )
  })
})
