/** Terms are found in exactly the texts that the keyword of the same token text matches. */
import { encode } from "@heddle/text"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { mostTokens, piecesOf, termsFrom } from "../../../src/store/posts/Terms.ts"

/** So few that the same pieces come again and again. */
const text = fc
  .array(fc.constantFrom("咖", "啡", "𠮷", "カ", "coffee", "wombat", " ", " ", "，", "."), {
    maxLength: 14,
    size: "max"
  })
  .map((parts) => encode(parts.join("")))
const someTexts = fc.array(text, { minLength: 1, maxLength: 6 })

const termsIn = (tokenText: string, terms: Iterable<string>): ReadonlySet<string> => {
  const distinct = [...new Set(terms)]
  const found = termsFrom(distinct.map((term, id) => ({ id, term }))).match(tokenText)
  expect(new Set(found).size).toBe(found.length)
  return new Set(distinct.filter((_term, id) => found.includes(id)))
}

const isTerm = (term: string): boolean => term !== ""

describe("terms", () => {
  it("are found in a text exactly when the text contains them", () => {
    fc.assert(
      fc.property(text, someTexts, (given, texts) => {
        const terms = texts.filter(isTerm)
        expect(termsIn(given, terms)).toEqual(new Set(terms.filter((term) => given.includes(term))))
      }),
      { numRuns: 5_000 }
    )
  })

  it("are found in the text that they are", () => {
    fc.assert(
      fc.property(text.filter(isTerm), (term) => {
        expect(termsIn(term, [term])).toEqual(new Set([term]))
      })
    )
  })

  it("of each length are made of terms one token shorter", () => {
    fc.assert(
      fc.property(text, (given) => {
        let parts: ReadonlySet<string> = new Set()
        const all = new Set<string>()
        for (let tokens = 1; tokens <= mostTokens; tokens += 1) {
          parts = piecesOf(given, tokens, parts)
          for (const piece of parts) all.add(piece)
        }
        // With every piece a term, every contained piece of up to so many tokens is found, and nothing else.
        expect(termsIn(given, all)).toEqual(all)
        for (const piece of all) expect(given).toContain(piece)
      })
    )
  })
})
