import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { encode, termPiecesOf, termsOf, withVariants } from "../src/index.ts"
import { mixedText } from "./support/Arbitraries.ts"

const varied = (text: string) => withVariants(termPiecesOf(encode(text)))

const written = (text: string) =>
  Object.fromEntries(varied(text).map(({ piece, variants }) => [piece, variants.map(({ piece }) => piece).toSorted()]))

describe("the variants of a text's pieces", () => {
  it.each([
    ["头发", "头发", ["頭發", "頭髮"]],
    ["頭髮", "頭髮", ["头发"]],
    ["说话", "说话", ["說話", "説話"]],
    ["説話", "説話", ["说话", "說話"]],
    ["裡", "裡", ["裏", "里"]],
    ["臺灣", "臺灣", ["台湾", "台灣"]],
    ["台湾", "台湾", ["台灣", "臺灣", "颱灣", "檯灣", "枱灣", "枱湾"]],
    ["台", "台", ["臺", "颱", "檯", "枱"]],
    ["今天", "今天", []]
  ])("of %s, where it has %s: %s", (text, piece, variants) => {
    expect(written(text)[piece]).toEqual(variants.toSorted())
  })

  it("are those that the script of the text allows", () => {
    expect(written("這裡離台北有三公里")["里"]).toEqual([])
    expect(written("这里离台北有三公里")["里"]).toEqual(["哩", "裏", "裡"])
  })

  it("make one piece of two that are variants of each other, and leave others apart", () => {
    expect(varied("台灣 台湾").filter(({ kind }) => kind === "pair")).toHaveLength(1)
    expect(written("發展頭髮")).toMatchObject({ 發: ["发"], 髮: ["发"] })
  })

  it("are in the index under their own terms, and pieces keep theirs", () => {
    fc.assert(
      fc.property(fc.oneof(mixedText(12), fc.stringMatching(/^[头头发發髮台臺后後里裡说說説]{1,8}$/)), (text) => {
        const pieces = varied(text)
        const isIndexed = pieces.every(({ piece, kind, variants }) =>
          variants.every(
            (variant) =>
              variant.kind === kind && variant.piece !== piece && termsOf(variant.piece).includes(variant.term)
          )
        )
        expect(isIndexed).toBe(true)
        const terms = new Set(pieces.flatMap(({ term, variants }) => [term, ...variants.map(({ term }) => term)]))
        expect(termsOf(encode(text)).every((term) => terms.has(term))).toBe(true)
      }),
      { numRuns: 2_000 }
    )
  })
})
