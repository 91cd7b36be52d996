/** Folding character by character is folding the whole. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isLongRun, runs } from "../../../test/support/Runs.ts"
import { fold, foldWhole, isLetterSymbol, letterSymbols } from "../src/Fold.ts"
import { mixedText } from "./support/Arbitraries.ts"

/** Planes that hold more than ideographs without case or composition, unassigned and private characters. */
const planes = new Set([0, 1])
const compatibilityIdeographs = { from: 0x2_f800, to: 0x2_fa1f }

const mayFold = (point: number) =>
  planes.has(point >> 16) || (point >= compatibilityIdeographs.from && point <= compatibilityIdeographs.to)

const points = Array.from({ length: 0x11_0000 }, (_, point) => point).filter((point) => isLongRun || mayFold(point))

describe("folding", () => {
  it("knows every symbol that would be spelled with letters", () => {
    const all = points.map((point) => String.fromCodePoint(point).toWellFormed()).filter(isLetterSymbol)
    expect(all.filter((symbol) => symbol.replace(letterSymbols, "") !== "")).toEqual([])
  })

  it("of each character, between others that marks and letters compose with, is that of the whole", () => {
    const differing = points
      .map((point) => `가${String.fromCodePoint(point)}か${String.fromCodePoint(point, point)}a`)
      .filter((text) => fold(text) !== foldWhole(text))
    expect(differing).toEqual([])
  })

  it("knows of every pair that Unicode composes", () => {
    const differing = points
      .map((point) => String.fromCodePoint(point).toWellFormed().normalize("NFD"))
      .filter((parts) => fold(parts) !== foldWhole(parts))
    expect(differing).toEqual([])
  })

  it("of any text is that of the whole", () => {
    fc.assert(
      fc.property(fc.oneof(mixedText(12), fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" })), (text) => {
        expect(fold(text)).toBe(foldWhole(text))
      }),
      { numRuns: runs(2_500) }
    )
  })
})
