import { isBetweenTokens, isWordAt } from "./TokenText.ts"
import type { VariedPiece } from "./Variants.ts"

export interface PieceCounts {
  /** How many tokens the text has. */
  readonly tokens: number
  /** How often each piece occurs without overlap, in the order of the pieces. The next count overwrites it. */
  readonly times: Int32Array
}

/** Which pieces, by number. */
type Numbers = ReadonlyArray<number>

/** Numbers the characters of pieces from 1 on; 0 is any other. By code unit, because every character of a text is asked for. */
const numberCharacters = (pieces: Iterable<string>) => {
  const basic = new Uint16Array(0x1_0000)
  const others = new Map<number, number>()
  let last = 0
  for (const character of [...pieces].join("")) {
    const point = character.codePointAt(0) ?? 0
    if (point > 0xffff) {
      if (!others.has(point)) others.set(point, (last += 1))
    } else if (basic[point] === 0) basic[point] = last += 1
  }
  return (point: number): number => (point > 0xffff ? others.get(point) : basic[point]) ?? 0
}

/** No topic has as many characters. */
const mostCharacters = 0x1_0000

/**
 * Counts pieces in token texts in one pass over a text, however many pieces there are: a search for each piece would read
 * the text again and again. A variant counts as every piece that it is one of. Does not visit with `eachToken`, which takes
 * twice as long.
 */
export const makePieceCounter = (pieces: ReadonlyArray<Pick<VariedPiece, "piece" | "variants">>) => {
  const written = new Map<string, Array<number>>()
  for (const [at, { piece, variants }] of pieces.entries()) {
    for (const one of [piece, ...variants.map((variant) => variant.piece)]) {
      written.set(one, [...(written.get(one) ?? []), at])
    }
  }
  const words = new Map<string, Numbers>()
  /** By the number of the character, or by both of a pair. */
  const characters = new Map<number, Numbers>()
  const numberOf = numberCharacters([...written.keys()].filter((piece) => !isWordAt(piece, 0)))
  for (const [piece, numbers] of written) {
    if (isWordAt(piece, 0)) {
      words.set(piece, numbers)
      continue
    }
    const [first = 0, second] = Array.from(piece, (character) => numberOf(character.codePointAt(0) ?? 0))
    characters.set(second === undefined ? first : first * mostCharacters + second, numbers)
  }
  const times = new Int32Array(pieces.length)
  const add = (numbers: Numbers | undefined): void => {
    if (numbers !== undefined) for (const at of numbers) times[at] = (times[at] ?? 0) + 1
  }

  return (tokenText: string): PieceCounts => {
    times.fill(0)
    let tokens = 0
    /** The number of the character that the next one would touch. */
    let before = 0
    let endsPair = false
    for (let at = 0; at < tokenText.length;) {
      const unit = tokenText.charCodeAt(at)
      if (isBetweenTokens(unit)) {
        before = 0
        at += 1
        continue
      }
      tokens += 1
      if (isWordAt(tokenText, at)) {
        const end = tokenText.indexOf(">", at) + 1
        if (words.size > 0) add(words.get(tokenText.slice(at, end)))
        before = 0
        at = end
        continue
      }
      const point = tokenText.codePointAt(at) ?? 0
      at += point > 0xffff ? 2 : 1
      const number = numberOf(point)
      if (number > 0) {
        add(characters.get(number))
        const again = number === before
        // Of 哈哈哈, the second pair would overlap the first.
        const overlaps: boolean = again && endsPair
        if (before > 0 && !overlaps) add(characters.get(before * mostCharacters + number))
        endsPair = again && !overlaps
      }
      before = number
    }
    return { tokens, times }
  }
}
