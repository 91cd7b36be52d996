/**
 * Index terms: small numbers that a token text contains, for an inverted index over many texts. Every text that a
 * keyword matches has all terms of the keyword. The other way round holds when the keyword's terms are `exact`; else
 * what the index finds still has to be compared with the keyword.
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

// An index spends ten times as much on a key as on one more text under it, and most pairs and words are seldom. So
// they share keys: few enough that an index of a day's texts stays small, and so many that few texts are found in vain.
const hashBits = 16
const hashMask = (1 << hashBits) - 1
const words = 0
const pairs = 1 << hashBits
/** Above all hashes: the code point of a single character is its term. */
const characters = 1 << 20

/** FNV-1a with a final mix, cut to the bits of a hash. */
const hash = (text: string): number => {
  let h = 0x811c_9dc5
  for (let at = 0; at < text.length; at += 1) h = Math.imul(h ^ text.charCodeAt(at), 0x0100_0193)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b_3c6d)
  return (h ^ (h >>> 14)) & hashMask
}

const isWord = (token: string): boolean => token.startsWith("<")

const termOf = (token: string): number =>
  isWord(token) ? words | hash(token) : characters + (token.codePointAt(0) ?? 0)

const pairOf = (first: string, second: string): number => pairs | hash(first + second)

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
  const [only, ...others] = runs.flat()
  return { terms: [...terms], exact: only !== undefined && others.length === 0 && !isWord(only) }
}
