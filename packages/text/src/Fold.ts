/**
 * The form in which texts and keywords are compared (decisions.md 4 and 9): no format characters, NFKC, case-folded.
 *
 * Canonically equivalent inputs give equal results, because every step but the first works on the normalised text and
 * no removed character takes part in canonical composition.
 */

const ignorable = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const isAscii = (text: string): boolean => !/[^\p{ASCII}]/u.test(text)

// JavaScript has no case folding. Lower, upper, lower is the full folding of Unicode (ß = ẞ = ss, ﬀ = ff) but for two
// letters: the final sigma, and the Turkish i, where all four letters are made one because a post does not say
// whether it is Turkish.
const foldCase = (text: string): string =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("i\u0307", "i")

const foldOnce = (text: string): string => foldCase(text.replace(ignorable, "").normalize("NFKC")).normalize("NFKC")

// A folding can open the way to another composition; two rounds suffice for all of Unicode, the limit is for safety.
const maxRounds = 4

export const fold = (text: string): string => {
  if (isAscii(text)) return text.toLowerCase()
  let current = text.toWellFormed()
  for (let round = 0; round < maxRounds; round += 1) {
    const next = foldOnce(current)
    if (next === current) return next
    current = next
  }
  return current
}
