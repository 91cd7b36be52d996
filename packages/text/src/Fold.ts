/**
 * Folds texts and keywords for comparison: removes format characters, applies NFKC as far as it invents no letters, folds
 * case and the marks of Latin letters.
 *
 * Canonically equivalent inputs give equal results, because every step after the first works on normalized text and no
 * removed character takes part in canonical composition.
 */

// A zero-width space stays: between letters it separates words.
const ignorable = /[[\p{Cf}\p{Default_Ignorable_Code_Point}]--\u200b]/gv

// Radicals are symbols too, but stand for the Han character.
export const isLetterSymbol = (character: string): boolean =>
  /^[\p{So}--\p{Script=Han}]$/v.test(character) && /[\p{L}\p{N}]/u.test(character.normalize("NFKC"))

/** The blocks that have such symbols, the last excluded: to try all of Unicode would cost every start 50 ms. */
const symbolBlocks: ReadonlyArray<readonly [first: number, last: number]> = [
  [0x2100, 0x2500],
  [0x3100, 0x3400],
  [0x1_cc00, 0x1_cd00],
  [0x1_f100, 0x1_f300]
]

const allSymbols = symbolBlocks.flatMap(([first, last]) =>
  Array.from({ length: last - first }, (_, index) => String.fromCodePoint(first + index)).filter(isLetterSymbol)
)

/** Symbols that NFKC would spell with letters or digits: ™ ℡ ㏄ ㈱ ㊗ 🄰. They are symbols and no part of a word. */
export const letterSymbols = new RegExp(`[${allSymbols.join("")}]`, "gu")

/** Letters of Korean chat (ㅋㅋㅠㅠ), which NFKC would turn into parts of syllables that join: ㅋ큐ㅠ. */
const compatibilityJamo = /([\u3131-\u318e]+)/
const halfWidthJamo = /[\uffa1-\uffdc]/g
const halfWidthBlocks: ReadonlyArray<readonly [first: number, last: number, letter: number]> = [
  [0xffa1, 0xffbe, 0x3131],
  [0xffc2, 0xffc7, 0x314f],
  [0xffca, 0xffcf, 0x3155],
  [0xffd2, 0xffd7, 0x315b],
  [0xffda, 0xffdc, 0x3161]
]

const widenJamo = (character: string): string => {
  const point = character.charCodeAt(0)
  const block = halfWidthBlocks.find(([first, last]) => point >= first && point <= last)
  return block === undefined ? character : String.fromCharCode(point - block[0] + block[2])
}

// An exponent or the number of a note is a word of its own: AI² has the word AI, and 10² is not 102.
const superscript = /[¹²³⁰⁴-⁹]/g

const markedLatin = /[\u00c0-\u024f\u1e00-\u1eff]|\p{Mn}/u
const latinMarks = /(\p{Script=Latin})\p{Mn}+/gu

/** café = cafe. Cyrillic й and Greek ό stay: their marks make other letters, or no other word. */
const withoutLatinMarks = (text: string): string =>
  markedLatin.test(text) ? text.normalize("NFD").replace(latinMarks, "$1").normalize("NFC") : text

const compatible = (text: string): string =>
  text
    .replace(letterSymbols, "|")
    .replace(superscript, " $& ")
    .replace(halfWidthJamo, widenJamo)
    .split(compatibilityJamo)
    .map((part, index) => (index % 2 === 1 ? part : withoutLatinMarks(part.normalize("NFKC"))))
    .join("")

// JavaScript has no case folding. Lower, upper, lower equals Unicode full case folding (ß = ẞ = ss, ﬀ = ff) except for two
// letters: the final sigma, and the Turkish i, whose four forms become one because a post does not say whether it is
// Turkish.
const foldCase = (text: string): string =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("i\u0307", "i")

const foldOnce = (text: string): string => compatible(foldCase(compatible(text.replace(ignorable, ""))))

// Folding can enable another composition. Two rounds suffice for all of Unicode; the limit is a safeguard.
const maxRounds = 4

/** The reference definition: folds the whole text until nothing changes. */
export const foldWhole = (text: string): string => {
  let current = text.toWellFormed()
  for (let round = 0; round < maxRounds; round += 1) {
    const next = foldOnce(current)
    if (next === current) return next
    current = next
  }
  return current
}

// In the basic plane and among emoji, only marks and non-initial Hangul letters compose with a preceding character. Other
// planes have letters that do.
const composes = /[\p{M}\u1160-\u11ff\ud7b0-\ud7ff]/u
const emoji = 0x1_f000
const end = 0x2_0000

/** What becomes of a character: nothing, a string in `foldedAlone`, or what its neighbours make of it. */
const unknown = 0
const same = 1
const other = 2
const dependent = 3

const effects = new Uint8Array(end)
const foldedAlone = new Map<number, string>()

const effectOf = (point: number): number => {
  const known = effects[point]
  if (known !== undefined && known !== unknown) return known
  const character = String.fromCodePoint(point)
  const folded = foldWhole(character)
  const effect = composes.test(folded) ? dependent : folded === character ? same : other
  if (effect === other) foldedAlone.set(point, folded)
  effects[point] = effect
  return effect
}

const isCommon = (point: number): boolean =>
  point < 0xd800 || (point > 0xdfff && point <= 0xffff) || (point >= emoji && point < end)

/** Equals `foldWhole`, but is several times as fast for the characters of most posts. */
export const fold = (text: string): string => {
  let out = ""
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const point = text.codePointAt(at) ?? 0
    const effect = isCommon(point) ? effectOf(point) : dependent
    if (effect === dependent) return foldWhole(text)
    const next = point > 0xffff ? at + 2 : at + 1
    if (effect === other) {
      out += text.slice(from, at) + (foldedAlone.get(point) ?? "")
      from = next
    }
    at = next - 1
  }
  return from === 0 ? text : out + text.slice(from)
}
