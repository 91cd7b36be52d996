/** The character classes of decisions.md 9 ("Tokens"), as sources of regular expressions with the flag `v`. */

// Script_Extensions, not Script: ー, 〆 and 〱 are shared by several scripts and belong here. Marks are excluded, they
// never stand alone.
/** One Han, kana or Hangul character: a token by itself. */
export const cjk = String.raw`[[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]&&[\p{L}\p{N}\p{Script=Han}]]--\p{M}]`

// Enclosing marks are symbols here: with the keycap 1️⃣ as a mark, `1` would not find it.
const mark = String.raw`[\p{Mn}\p{Mc}]`

const letter = String.raw`[[\p{L}\p{N}]--${cjk}]`

/** A character of a word: letter, mark or digit of a script other than Han, kana and Hangul. */
export const wordCharacter = String.raw`[${letter}${mark}]`

/** White space that is no line break. */
const space = String.raw`[\p{Zs}\t]`

/** What a character is to a token text. */
export const CharacterKind = { cjk: 1, letter: 2, mark: 3, space: 4, symbol: 5 } as const

const patterns = [
  [new RegExp(cjk, "v"), CharacterKind.cjk],
  [new RegExp(letter, "v"), CharacterKind.letter],
  [new RegExp(mark, "v"), CharacterKind.mark],
  [new RegExp(space, "v"), CharacterKind.space]
] as const

const kinds = new Uint8Array(0x11_0000)

/** The kind of a code point. Asked once of the patterns, for they are slow and posts are made of few characters. */
export const characterKind = (point: number): number => {
  const known = kinds[point]
  if (known !== undefined && known > 0) return known
  const character = String.fromCodePoint(point)
  const kind = patterns.find(([pattern]) => pattern.test(character))?.[1] ?? CharacterKind.symbol
  kinds[point] = kind
  return kind
}
