import { CharacterKind, characterKind } from "./CharacterClasses.ts"
import { fold } from "./Fold.ts"
import { lemma } from "./Lemma.ts"
import type { TextMark } from "./spans/Marks.ts"
import { findSpans, isHost, isWordless, replaceSpans } from "./spans/Spans.ts"

type Joint = "" | " " | "|"

const widen = (left: Joint, right: Joint): Joint => (right === "|" ? "|" : left || right)

const sizeOf = (point: number): number => (point > 0xffff ? 2 : 1)

/** The end of the run of characters of these two kinds that starts at `from`. */
const endOf = (text: string, from: number, one: number, other: number): number => {
  let at = from
  while (at < text.length) {
    const point = text.codePointAt(at) ?? 0
    const kind = characterKind(point)
    if (kind !== one && kind !== other) break
    at += sizeOf(point)
  }
  return at
}

const isWordCharacter = (point: number | undefined): boolean => {
  const kind = point === undefined ? CharacterKind.symbol : characterKind(point)
  return kind === CharacterKind.letter || kind === CharacterKind.mark
}

const isBasicLetter = (code: number): boolean => code >= 0x61 && code <= 0x7a

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
const isApostrophe = (code: number): boolean => code === 0x27 || code === 0x2019
const dot = 0x2e
const plus = 0x2b
const sharp = 0x23
const smallS = 0x73
const smallT = 0x74
const smallN = 0x6e

/**
 * Where the word that ends at `at` ends with 's or n't: McDonald's is McDonald, and don't is dont, as many write it.
 * `at` itself without such an ending.
 */
const contractionEnd = (text: string, at: number): number => {
  if (!isApostrophe(text.charCodeAt(at)) || isWordCharacter(text.codePointAt(at + 2))) return at
  const before = text.charCodeAt(at - 1)
  const letter = text.charCodeAt(at + 1)
  return (letter === smallS && isBasicLetter(before)) || (letter === smallT && before === smallN) ? at + 2 : at
}

/** The end of the + or # that belongs to the word before it: C++, C#, C++20, Disney+; not 2+2, a+b, love#tag. */
const signEnd = (text: string, start: number, at: number): number => {
  const sign = text.charCodeAt(at)
  if ((sign !== plus && sign !== sharp) || !isBasicLetter(text.charCodeAt(at - 1))) return at
  const end = sign === plus && text.charCodeAt(at + 1) === plus ? at + 2 : at + 1
  const next = text.codePointAt(end)
  if (!isWordCharacter(next)) return end
  const isVersion = next !== undefined && isDigit(next) && at - start === 1 && (sign === sharp || end === at + 2)
  return isVersion ? end : at
}

const isNegation = (text: string, wordEnd: number, contracted: number): boolean =>
  contracted > wordEnd && text.charCodeAt(wordEnd + 1) === smallT

/** Where the number of a name begins: GPT4 is GPT 4. -1 without one. */
const numberStart = (text: string, start: number, end: number): number => {
  let at = start
  while (isBasicLetter(text.charCodeAt(at))) at += 1
  return at < end && at - start > 1 && isDigit(text.charCodeAt(at)) ? at : -1
}

// NFKC makes one of these of every hyphen.
const hyphens = new Set([0x2d, 0x2010])

/** Whether a hyphen at `at`, after a word, joins it to the next: GPT-4 = GPT 4, but 3-1 is not 3 1. */
const isHyphen = (text: string, at: number): boolean => {
  if (!hyphens.has(text.charCodeAt(at))) return false
  const next = text.codePointAt(at + 1)
  if (next === undefined || characterKind(next) !== CharacterKind.letter) return false
  return !(isDigit(next) && isDigit(text.charCodeAt(at - 1)))
}

/** Whether the dot at `at` belongs to the word after it: .NET, but not Node.js, `end.Start` or `...and`. */
const isPrefix = (text: string, at: number): boolean =>
  text.charCodeAt(at) === dot &&
  isBasicLetter(text.charCodeAt(at + 1)) &&
  (at === 0 || (text.charCodeAt(at - 1) !== dot && !isWordCharacter(text.charCodeAt(at - 1))))

const thousands = /(?<![\p{N}a-z,.])\d{1,3}(?:,\d{3})+(?![\p{N},])/gu

/** The text in which tokens are looked for: without what has no words, and folded. */
const prepare = (given: string, marks: ReadonlyArray<TextMark>): string => {
  const folded = fold(replaceSpans(given, findSpans(given, marks), isWordless, "\n"))
  return folded.includes(",") ? folded.replace(thousands, (number) => number.replaceAll(",", "")) : folded
}

// Of a word of one letter, too little is left without the sign.
const tokenOf = (word: string, sign: string): string =>
  sign !== "" && word.length === 1 ? `<${word}${sign}>` : `<${lemma(word)}>${sign}`

/**
 * Encodes a text as token text. A keyword matches a text exactly when the text's token text contains the keyword's.
 * README.md describes the format.
 */
export const encode = (given: string, marks: ReadonlyArray<TextMark> = []): string => {
  const text = prepare(given, marks)
  let out = ""
  let joint: Joint = ""
  let afterWord = false
  for (let at = 0; at < text.length;) {
    const point = text.codePointAt(at) ?? 0
    const kind = characterKind(point)
    const end = at + sizeOf(point)
    if (kind === CharacterKind.cjk) {
      if (out !== "") out += joint === "" && afterWord ? " " : joint
      out += text.slice(at, end)
      joint = ""
      afterWord = false
      // Drops marks that do not compose with the character, so that the token is one code point and `あ` finds `あ゙`.
      at = endOf(text, end, CharacterKind.mark, CharacterKind.mark)
    } else if (kind === CharacterKind.letter) {
      // A word begins with a letter or digit: a mark without a base (NFKC makes one of `´`) is a symbol.
      const wordEnd = endOf(text, end, CharacterKind.letter, CharacterKind.mark)
      const contracted = contractionEnd(text, wordEnd)
      const last = signEnd(text, at, contracted)
      const number = numberStart(text, at, wordEnd)
      if (out !== "") out += joint || " "
      if (isPrefix(text, at - 1)) out += "."
      if (number > at) out += `${tokenOf(text.slice(at, number), "")} `
      const word = text.slice(Math.max(at, number), wordEnd)
      out += tokenOf(isNegation(text, wordEnd, contracted) ? `${word}t` : word, text.slice(contracted, last))
      joint = ""
      afterWord = true
      at = last
      if (isHyphen(text, at)) at += 1
    } else {
      if (kind === CharacterKind.space) joint = widen(joint, " ")
      else if (kind !== CharacterKind.separator && !isPrefix(text, at)) joint = "|"
      at = end
    }
  }
  return out
}

declare const encoded: unique symbol

/** The token text of a keyword, which has at least one token. */
export type EncodedKeyword = string & { readonly [encoded]: true }

/** Whether a token text, or a piece of one that consists of whole tokens, is that of a keyword. */
export const hasToken = (tokenText: string): tokenText is EncodedKeyword => tokenText !== ""

/** The token text of a keyword, or undefined if it has no token and therefore cannot match. */
export const encodeKeyword = (keyword: string): EncodedKeyword | undefined => {
  // booking.com is also a name, which posts spell Booking.com.
  const isName = isHost(keyword.trim())
  const tokenText = encode(keyword, isName ? [{ start: 0, end: keyword.length, kind: "text" }] : [])
  return hasToken(tokenText) ? tokenText : undefined
}

/** Whether an encoded keyword matches an encoded text. */
export const matchesKeyword = (tokenText: string, keyword: EncodedKeyword): boolean => tokenText.includes(keyword)

const wordStart = 0x3c
const bar = 0x7c

/** Whether a code unit stands between tokens: joints, and the signs before and after words. */
export const isBetweenTokens = (unit: number): boolean => unit < wordStart || unit === bar

export const isWordAt = (tokenText: string, at: number): boolean => tokenText.charCodeAt(at) === wordStart

/** Calls `visit` with the bounds of each token of a token text. */
export const eachToken = (tokenText: string, visit: (start: number, end: number) => void): void => {
  for (let at = 0; at < tokenText.length;) {
    const point = tokenText.codePointAt(at) ?? 0
    if (isBetweenTokens(point)) {
      at += 1
      continue
    }
    const end = point === wordStart ? tokenText.indexOf(">", at) + 1 : at + sizeOf(point)
    visit(at, end)
    at = end
  }
}

/** How many tokens a token text has. */
export const countTokens = (tokenText: string): number => {
  let tokens = 0
  eachToken(tokenText, () => {
    tokens += 1
  })
  return tokens
}
