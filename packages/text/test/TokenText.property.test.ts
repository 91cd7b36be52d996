import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { runs } from "../../../test/support/Runs.ts"
import { encode, encodeKeyword, matchesKeyword } from "../src/index.ts"
import { lemma } from "../src/Lemma.ts"
import { cutText, mixedText } from "./support/Arbitraries.ts"
import { naiveMatch } from "./support/NaiveMatch.ts"

const matches = (text: string, keyword: string): boolean => {
  const encoded = encodeKeyword(keyword)
  return encoded !== undefined && matchesKeyword(encode(text), encoded)
}

const anything = (maxLength?: number) =>
  fc.string({ unit: "binary", ...(maxLength === undefined ? {} : { maxLength }) })

describe("the token text", () => {
  it.each([
    ["any Unicode", 500, fc.record({ text: anything(), keyword: anything(4) })],
    ["texts that look like posts", 1_250, fc.record({ text: mixedText(12), keyword: mixedText(3) })],
    ["keywords cut out of the text", 1_250, cutText(12)]
  ])("finds what the naive matcher finds: %s", (_, few, given) => {
    const property = fc.property(given, ({ text, keyword }) => {
      expect(matches(text, keyword)).toBe(naiveMatch(text, keyword))
    })
    fc.assert(property, { numRuns: runs(few) })
  })

  it("is clean at its ends and joints", () => {
    fc.assert(
      fc.property(mixedText(12), (text) => {
        expect(encode(text)).not.toMatch(/^[ |]|[ |]$|[ |]{2}/)
      })
    )
  })

  it("is the same for canonically equivalent texts", () => {
    fc.assert(
      fc.property(fc.oneof(mixedText(12), fc.string({ unit: "binary" })), (text) => {
        const encoded = encode(text)
        const wellFormed = text.toWellFormed()
        expect(encode(wellFormed.normalize("NFC"))).toBe(encoded)
        expect(encode(wellFormed.normalize("NFD"))).toBe(encoded)
      }),
      { numRuns: runs(500) }
    )
  })

  it("does not change the form of what it holds, nor when what it holds is encoded again", () => {
    fc.assert(
      fc.property(mixedText(12), (text) => {
        const encoded = encode(text)
        expect(encode(encoded.replaceAll(/[<>]/g, ""))).toBe(encoded)
      }),
      { numRuns: runs(500) }
    )
  })

  it("folds the case of every letter", () => {
    const differing: Array<string> = []
    for (let point = 0x41; point < 0x1_e9_43; point += 1) {
      const letter = String.fromCodePoint(point)
      if (!/\p{L}/u.test(letter)) continue
      const encoded = encode(letter)
      if (encode(letter.toUpperCase()) !== encoded || encode(letter.toLowerCase()) !== encoded) differing.push(letter)
    }
    expect(differing).toEqual([])
  })
})

describe("the lemma", () => {
  it("is its own lemma", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{1,12}$/),
        fc.constantFrom("", "s", "es", "ed", "ing", "ies"),
        (stem, ending) => {
          const reduced = lemma(stem + ending)
          expect(lemma(reduced)).toBe(reduced)
        }
      ),
      { numRuns: runs(1_250) }
    )
  })
})
