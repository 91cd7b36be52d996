/**
 * Index terms: small integers derived from a token text, for an inverted index. Every text that a keyword matches has all
 * terms of the keyword. The converse holds only if the keyword's terms are `exact`; otherwise the texts that the index
 * finds must still be compared with the keyword.
 *
 * A term is a token, or a pair of adjacent Han, kana or Hangul characters: a single one occurs in many texts, while a pair
 * is as selective as a word. Pairs of words would only enlarge the index.
 */
import { eachToken, type EncodedKeyword, isWordAt } from "./TokenText.ts"

export interface KeywordTerms {
  /** Distinct; at least one. */
  readonly terms: ReadonlyArray<number>
  /** Whether every text with all these terms matches. */
  readonly exact: boolean
}

// A key costs an index ten times as much as one more text under it, and most pairs and words are rare. So they share keys
// by hash: few enough keys to keep the index of a day's texts small, and enough to keep false positives rare.
const hashBits = 16
const hashMask = (1 << hashBits) - 1
const words = 0
const pairs = 1 << hashBits
/** Base of the terms of single characters, above all hashes: the code point is added to it. */
const characters = 1 << 20

/** FNV-1a with a final mix over a part of a text, truncated to `hashBits`. */
const hash = (text: string, start: number, end: number): number => {
  let h = 0x811c_9dc5
  for (let at = start; at < end; at += 1) h = Math.imul(h ^ text.charCodeAt(at), 0x0100_0193)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b_3c6d)
  return (h ^ (h >>> 14)) & hashMask
}

interface Visitor {
  /** Called for each token, with its bounds; `touching` is whether it is a character directly after another. */
  readonly token: (term: number, touching: boolean, start: number, end: number) => void
  /** Called for each pair of adjacent characters, after its second character. */
  readonly pair: (term: number, start: number, end: number) => void
}

const characterTerm = (tokenText: string, start: number): number => characters + (tokenText.codePointAt(start) ?? 0)
const pairTerm = (tokenText: string, start: number, end: number): number => pairs | hash(tokenText, start, end)
const wordTerm = (tokenText: string, start: number, end: number): number => words | hash(tokenText, start, end)

const eachTerm = (tokenText: string, { token, pair }: Visitor): void => {
  let beforeStart = -1
  let beforeEnd = -1
  eachToken(tokenText, (start, end) => {
    if (isWordAt(tokenText, start)) {
      token(wordTerm(tokenText, start, end), false, start, end)
      beforeEnd = -1
      return
    }
    const touching = beforeEnd === start
    token(characterTerm(tokenText, start), touching, start, end)
    if (touching) pair(pairTerm(tokenText, beforeStart, end), beforeStart, end)
    beforeStart = start
    beforeEnd = end
  })
}

/** The distinct terms of a token text. */
export const termsOf = (tokenText: string): Array<number> => {
  const terms = new Set<number>()
  const add = (term: number): void => void terms.add(term)
  eachTerm(tokenText, { token: add, pair: add })
  return [...terms]
}

/** A term with the piece of token text that it stands for. Other pieces may share the term, but no text has the piece without it. */
export interface TermPiece {
  readonly term: number
  /** A token, or two adjacent characters. */
  readonly piece: string
  readonly kind: "word" | "character" | "pair"
}

/** The distinct pieces of a token text that have terms, in the order of their ends. */
export const termPiecesOf = (tokenText: string): ReadonlyArray<TermPiece> => {
  const pieces = new Map<string, TermPiece>()
  const add = (kind: TermPiece["kind"], term: number, start: number, end: number): void => {
    const piece = tokenText.slice(start, end)
    if (!pieces.has(piece)) pieces.set(piece, { term, piece, kind })
  }
  eachTerm(tokenText, {
    token: (term, _touching, start, end) => add(isWordAt(tokenText, start) ? "word" : "character", term, start, end),
    pair: (term, start, end) => add("pair", term, start, end)
  })
  return [...pieces.values()]
}

export const termPieceOf = (kind: TermPiece["kind"], piece: string): TermPiece => {
  const termOf = { word: wordTerm, pair: pairTerm, character: characterTerm }[kind]
  return { term: termOf(piece, 0, piece.length), piece, kind }
}

/** The terms that find an encoded keyword; omits those that other terms imply. */
export const keywordTerms = (keyword: EncodedKeyword): KeywordTerms => {
  const terms = new Set<number>()
  let alone: number | undefined
  let tokens = 0
  let hasWord = false
  eachTerm(keyword, {
    token: (term, touching, start) => {
      tokens += 1
      hasWord ||= isWordAt(keyword, start)
      if (touching) alone = undefined
      else {
        if (alone !== undefined) terms.add(alone)
        alone = term
      }
    },
    pair: (term) => void terms.add(term)
  })
  if (alone !== undefined) terms.add(alone)
  return { terms: [...terms], exact: tokens === 1 && !hasWord }
}
