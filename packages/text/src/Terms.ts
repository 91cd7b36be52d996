/**
 * Index terms: numbers of 32 bits that a token text contains, for an inverted index over many texts. Every text that
 * a keyword matches has all terms of the keyword. The other way round holds when the keyword's terms are `exact`;
 * else what the index finds still has to be compared with the keyword.
 *
 * A term is a token, or a pair of Han, kana or Hangul characters with nothing between them: one such character is in
 * many texts, two are as telling as a word. Pairs of words would only make the index large.
 */
import { tokenPattern } from "./TokenText.ts"

export interface KeywordTerms {
  /** Distinct; at least one. */
  readonly terms: ReadonlyArray<number>
  /** Whether a text with all these terms is known to match. */
  readonly exact: boolean
}

interface Block {
  readonly from: number
  readonly to: number
}

// The characters that make up nearly all text of these scripts have 15 bits, so that a pair of them is a term without
// a collision. The other characters and all words are hashed.
const blocks: ReadonlyArray<Block> = [
  { from: 0x4e00, to: 0x9fff },
  { from: 0xac00, to: 0xd7a3 },
  { from: 0x3041, to: 0x3096 },
  { from: 0x30a1, to: 0x30fc },
  { from: 0x3005, to: 0x3007 }
]
const characterBits = 15
const single = 1 << (2 * characterBits)
const hashed = 0x8000_0000

/** The number of a character among all of the blocks, or -1. */
const numberOf = (codePoint: number): number => {
  let before = 0
  for (const { from, to } of blocks) {
    if (codePoint >= from && codePoint <= to) return before + codePoint - from
    before += to - from + 1
  }
  return -1
}

/** FNV-1a with a final mix, negative so that it is never taken for an exact term. */
const hash = (text: string): number => {
  let h = 0x811c_9dc5
  for (let at = 0; at < text.length; at += 1) h = Math.imul(h ^ text.charCodeAt(at), 0x0100_0193)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b_3c6d)
  return (h ^ (h >>> 12)) | hashed
}

const isWord = (token: string): boolean => token.startsWith("<")

const termOf = (token: string): number => {
  const number = isWord(token) ? -1 : numberOf(token.codePointAt(0) ?? 0)
  return number === -1 ? hash(token) : single | number
}

const pairOf = (first: string, second: string): number => {
  const [left, right] = [numberOf(first.codePointAt(0) ?? 0), numberOf(second.codePointAt(0) ?? 0)]
  return left === -1 || right === -1 ? hash(first + second) : (left << characterBits) | right
}

interface Token {
  readonly text: string
  readonly end: number
}

/** Calls back with each token and, where two characters touch, with the one before. */
const eachToken = (tokenText: string, visit: (token: string, touching: string | undefined) => void): void => {
  let before: Token | undefined
  for (const { 0: text, index } of tokenText.matchAll(tokenPattern)) {
    const touches = before !== undefined && before.end === index && !isWord(text) && !isWord(before.text)
    visit(text, touches ? before?.text : undefined)
    before = { text, end: index + text.length }
  }
}

/** The distinct terms of a token text. */
export const termsOf = (tokenText: string): Array<number> => {
  const terms = new Set<number>()
  eachToken(tokenText, (token, touching) => {
    terms.add(termOf(token))
    if (touching !== undefined) terms.add(pairOf(touching, token))
  })
  return [...terms]
}

/** The terms to look for to find an encoded keyword: as few as tell as much as all of them. */
export const keywordTerms = (keyword: string): KeywordTerms => {
  const runs: Array<Array<string>> = []
  eachToken(keyword, (token, touching) => {
    if (touching === undefined) runs.push([token])
    else runs.at(-1)?.push(token)
  })
  const terms = new Set(
    runs.flatMap((run) => {
      const [first = "", ...rest] = run
      return rest.length === 0 ? [termOf(first)] : rest.map((token, at) => pairOf(run[at] ?? "", token))
    })
  )
  const [only] = terms
  // Not by the number of terms: 哈哈哈 has only one, and 哈哈 has it too.
  const exact = runs.length === 1 && (runs[0]?.length ?? 0) <= 2 && only !== undefined && only >= 0
  return { terms: [...terms], exact }
}
