import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { countTokens, encode, makePieceCounter, termPiecesOf, withVariants } from "../src/index.ts"
import { mixedText } from "./support/Arbitraries.ts"

const occurrences = (text: string, piece: string): number => text.split(piece).length - 1

const repetitive = fc
  .array(fc.constantFrom("哈", "啡", "发", "發", "髮", "台", "臺", "𠮷", "ㅋ", "go ", "C++ ", " ", "，"), {
    maxLength: 20
  })
  .map((parts) => parts.join(""))

const anyText = fc.oneof(mixedText(12), repetitive)

describe("counting pieces", () => {
  it("equals looking for each of them and its variants, and counting tokens", () => {
    fc.assert(
      fc.property(anyText, fc.array(anyText, { minLength: 1, maxLength: 5 }), (topic, texts) => {
        const pieces = withVariants(termPiecesOf(encode(topic)))
        const count = makePieceCounter(pieces)
        for (const text of texts.map((one) => encode(one))) {
          const { tokens, times } = count(text)
          expect(tokens).toBe(countTokens(text))
          const sums = pieces.map(({ piece, variants }) =>
            [piece, ...variants.map((variant) => variant.piece)].reduce((sum, one) => sum + occurrences(text, one), 0)
          )
          expect([...times]).toEqual(sums)
        }
      }),
      { numRuns: 5_000 }
    )
  })
})
