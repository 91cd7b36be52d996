/**
 * The form in which texts and keywords are compared (decisions.md 4 and 9): no format characters, NFKC, case-folded.
 *
 * Canonically equivalent inputs give equal results, because every step but the first works on the normalised text and
 * no removed character takes part in canonical composition.
 */

const ignorable = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

// JavaScript has no case folding. Lower, upper, lower is the full folding of Unicode (ß = ẞ = ss, ﬀ = ff) but for two
// letters: the final sigma, and the Turkish i, where all four letters are made one because a post does not say
// whether it is Turkish.
const foldCase = (text: string): string =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("i\u0307", "i")

const foldOnce = (text: string): string => foldCase(text.replace(ignorable, "").normalize("NFKC")).normalize("NFKC")

// A folding can open the way to another composition; two rounds suffice for all of Unicode, the limit is for safety.
const maxRounds = 4

/** The definition: folds the whole text until nothing changes. */
export const foldWhole = (text: string): string => {
  let current = text.toWellFormed()
  for (let round = 0; round < maxRounds; round += 1) {
    const next = foldOnce(current)
    if (next === current) return next
    current = next
  }
  return current
}

// Marks and the later letters of a Hangul syllable are all that composes with what is before it, in the plane of living
// scripts and in that of emoji; scripts beyond have letters that do.
const composes = /[\p{M}\u1160-\u11ff\ud7b0-\ud7ff]/u
const emoji = 0x1_f000
const end = 0x2_0000

// What folding makes of a character, whatever stands beside it; null where that depends on what stands beside it.
const foldedAlone: Array<string | null> = Array.from({ length: end })

const foldAlone = (point: number): string | null => {
  const known = foldedAlone[point]
  if (known !== undefined) return known
  const folded = foldWhole(String.fromCodePoint(point))
  return (foldedAlone[point] = composes.test(folded) ? null : folded)
}

const isCommon = (point: number): boolean =>
  point < 0xd800 || (point > 0xdfff && point <= 0xffff) || (point >= emoji && point < end)

/** `foldWhole`, several times as fast for the characters that most posts are made of. */
export const fold = (text: string): string => {
  let out = ""
  for (let at = 0; at < text.length; at += 1) {
    const point = text.codePointAt(at) ?? 0
    const folded = isCommon(point) ? foldAlone(point) : null
    if (folded === null) return foldWhole(text)
    out += folded
    if (point > 0xffff) at += 1
  }
  return out
}
