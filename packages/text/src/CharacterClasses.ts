/** The character classes of tokens, as regular expression sources for the `v` flag. */

/**
 * One Han, kana or Hangul character: a token by itself. Uses Script_Extensions because ー, 〆 and 〱 are shared by several
 * scripts. Excludes marks, which are never tokens by themselves.
 */
const cjk = String.raw`[[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]&&[\p{L}\p{N}\p{Script=Han}]]--\p{M}]`

// Enclosing marks count as symbols: if the keycap of 1️⃣ were a mark, `1` would not match it.
const mark = String.raw`[\p{Mn}\p{Mc}]`

const letter = String.raw`[[\p{L}\p{N}]--${cjk}]`

/** White space other than line breaks. */
const space = String.raw`[\p{Zs}\t]`

/** The classes into which `encode` divides characters. */
export const CharacterKind = { cjk: 1, letter: 2, mark: 3, space: 4, symbol: 5, separator: 6 } as const

const patterns = [
  [new RegExp(cjk, "v"), CharacterKind.cjk],
  [new RegExp(letter, "v"), CharacterKind.letter],
  [new RegExp(mark, "v"), CharacterKind.mark],
  [new RegExp(space, "v"), CharacterKind.space],
  // The zero-width space ends a word, and is nothing between other characters.
  [/\u200b/v, CharacterKind.separator]
] as const

const kinds = new Uint8Array(0x11_0000)

/** The kind of a code point. Cached, because the patterns are slow and posts use few distinct characters. */
export const characterKind = (point: number): number => {
  const known = kinds[point]
  if (known !== undefined && known > 0) return known
  const character = String.fromCodePoint(point)
  const kind = patterns.find(([pattern]) => pattern.test(character))?.[1] ?? CharacterKind.symbol
  kinds[point] = kind
  return kind
}

/** How many Han, kana and Hangul characters a text has, whichever way its Hangul and its voiced kana are composed. */
export const countCjk = (text: string): number => {
  let count = 0
  for (const character of text.normalize("NFC")) {
    if (characterKind(character.codePointAt(0) ?? 0) === CharacterKind.cjk) count++
  }
  return count
}
