import type { TermPiece } from "./Terms.ts"
import { isBetweenTokens, isWordAt } from "./TokenText.ts"

export interface PieceCounts {
  /** How many tokens the text has. */
  readonly tokens: number
  /** How often each piece occurs without overlap, in the order of the pieces. The next count overwrites it. */
  readonly times: Int32Array
}

const noPoint = -1

/**
 * Counts pieces in token texts in one pass over a text, however many pieces there are: a search for each piece would read
 * the text again and again. Does not visit with `eachToken`, which takes twice as long.
 */
export const makePieceCounter = (pieces: ReadonlyArray<Pick<TermPiece, "piece">>) => {
  const words = new Map<string, number>()
  /** By code point. */
  const characters = new Map<number, number>()
  /** By the code points of the first and of the second character. */
  const pairs = new Map<number, Map<number, number>>()
  for (const [at, { piece }] of pieces.entries()) {
    if (isWordAt(piece, 0)) {
      words.set(piece, at)
      continue
    }
    const [first = noPoint, second] = Array.from(piece, (character) => character.codePointAt(0) ?? noPoint)
    if (second === undefined) characters.set(first, at)
    else pairs.set(first, (pairs.get(first) ?? new Map<number, number>()).set(second, at))
  }
  const times = new Int32Array(pieces.length)
  const add = (at: number | undefined): void => {
    if (at !== undefined) times[at] = (times[at] ?? 0) + 1
  }

  return (tokenText: string): PieceCounts => {
    times.fill(0)
    let tokens = 0
    /** The character that the next one would touch. */
    let before = noPoint
    let endsPair = false
    for (let at = 0; at < tokenText.length;) {
      const unit = tokenText.charCodeAt(at)
      if (isBetweenTokens(unit)) {
        before = noPoint
        at += 1
        continue
      }
      tokens += 1
      if (isWordAt(tokenText, at)) {
        const end = tokenText.indexOf(">", at) + 1
        if (words.size > 0) add(words.get(tokenText.slice(at, end)))
        before = noPoint
        at = end
        continue
      }
      const point = tokenText.codePointAt(at) ?? noPoint
      add(characters.get(point))
      const again = point === before
      // Of 哈哈哈, the second pair would overlap the first.
      const overlaps: boolean = again && endsPair
      if (before !== noPoint && !overlaps) add(pairs.get(before)?.get(point))
      endsPair = again && !overlaps
      before = point
      at += point > 0xffff ? 2 : 1
    }
    return { tokens, times }
  }
}
