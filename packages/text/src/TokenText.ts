import { withoutWordless } from "./Blank.ts"
import { CharacterKind, characterKind, cjk, wordCharacter } from "./CharacterClasses.ts"
import { fold } from "./Fold.ts"
import { lemma } from "./Lemma.ts"
import type { TextMark } from "./Marks.ts"

// From `http://`, `https://` or `www.` up to white space or a Han, kana or Hangul character.
// `www.` must not be inside a word (`awww.`). The others may follow a word directly, as they do in many posts.
const url = new RegExp(String.raw`(?:https?://|(?<!${wordCharacter})www\.)[[^\s]--${cjk}]*`, "giv")

// A URL becomes a line break, which separates tokens.
const removeUrls = (text: string): string => (/https?:\/\/|www\./i.test(text) ? text.replace(url, "\n") : text)

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

/**
 * Encodes a text as token text. A keyword matches a text exactly when the text's token text contains the keyword's.
 * README.md describes the format.
 */
export const encode = (given: string, marks: ReadonlyArray<TextMark> = []): string => {
  const text = removeUrls(fold(withoutWordless(given, marks)))
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
      at = endOf(text, end, CharacterKind.letter, CharacterKind.mark)
      if (out !== "") out += joint || " "
      out += `<${lemma(text.slice(end - sizeOf(point), at))}>`
      joint = ""
      afterWord = true
    } else {
      joint = widen(joint, kind === CharacterKind.space ? " " : "|")
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
  const tokenText = encode(keyword)
  return hasToken(tokenText) ? tokenText : undefined
}

/** Whether an encoded keyword matches an encoded text. */
export const matchesKeyword = (tokenText: string, keyword: EncodedKeyword): boolean => tokenText.includes(keyword)

const space = 0x20
const bar = 0x7c
const wordStart = 0x3c

export const isWordAt = (tokenText: string, at: number): boolean => tokenText.charCodeAt(at) === wordStart

/** Calls `visit` with the bounds of each token of a token text. */
export const eachToken = (tokenText: string, visit: (start: number, end: number) => void): void => {
  for (let at = 0; at < tokenText.length;) {
    const point = tokenText.codePointAt(at) ?? 0
    if (point === space || point === bar) {
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
