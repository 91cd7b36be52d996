import { cjk, marks, space, word } from "./CharacterClasses.ts"
import { fold } from "./Fold.ts"
import { lemma } from "./lemma/Lemma.ts"
import { removeUrls } from "./Urls.ts"

// Marks that do not compose with a Han, kana or Hangul character are dropped, so that every such token is one code
// point and `あ` finds `あ゙`.
const scanner = new RegExp(`(${word})|(${cjk})${marks}|(${space}+)|[^]`, "gv")

type Joint = "" | " " | "|"

const widen = (left: Joint, right: Joint): Joint => (right === "|" ? "|" : left || right)

/**
 * The token text: a keyword matches a text exactly when the token text of the text includes that of the keyword.
 * README.md describes the writing; decisions.md 4 and 9 are the rule.
 */
export const encode = (text: string): string => {
  let out = ""
  let joint: Joint = ""
  let afterWord = false
  for (const [, word, character, space] of removeUrls(fold(text)).matchAll(scanner)) {
    if (word === undefined && character === undefined) {
      joint = widen(joint, space === undefined ? "|" : " ")
      continue
    }
    const isWord = word !== undefined
    if (out !== "") out += joint === "" && (isWord || afterWord) ? " " : joint
    out += isWord ? `<${lemma(word)}>` : (character ?? "")
    joint = ""
    afterWord = isWord
  }
  return out
}

/** The token text of a keyword, or undefined when the keyword has no token and so can match nothing. */
export const encodeKeyword = (keyword: string): string | undefined => encode(keyword) || undefined

/** Whether an encoded keyword matches an encoded text. */
export const matchesKeyword = (tokenText: string, keyword: string): boolean => tokenText.includes(keyword)

/** A token as it is written in a token text. */
export const tokenPattern = /<[^>]*>|[^ |]/gu
