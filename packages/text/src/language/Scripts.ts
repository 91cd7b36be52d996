/** The script of each letter, as far as it tells one language from another. */
import table from "./HanTable.json" with { type: "json" }

interface CharacterSet {
  /** Whether it has the character of this code point. */
  readonly has: (code: number) => boolean
}

const basicPlane = 0x1_0000

/** By number: a set of strings takes several times as long to ask, and every character of a text is asked for. */
export const characters = (all: string): CharacterSet => {
  const basic = new Uint8Array(basicPlane)
  const others = new Set<number>()
  for (const character of all) {
    const code = character.codePointAt(0) ?? 0
    if (code < basicPlane) basic[code] = 1
    else others.add(code)
  }
  return { has: (code) => (code < basicPlane ? basic[code] === 1 : others.has(code)) }
}

/** Characters of the traditional script that the simplified script does not use. */
export const traditionalOnly = characters(table.traditionalOnly.join(""))
/** Characters of the simplified script that the traditional script does not use. */
export const simplifiedOnly = characters(table.simplifiedOnly.join(""))
/** Characters in common use in Japan. */
export const kanji = characters(table.kanji.join(""))
/** Those of them that neither Chinese script uses. */
export const japaneseOnly = characters(table.japaneseOnly.join(""))

/** The number of letters of each script in a text. */
export interface Scripts {
  readonly han: number
  readonly kana: number
  readonly hangul: number
  readonly latin: number
  readonly other: number
}

const within = (code: number, first: number, last: number): boolean => code >= first && code <= last

/** Whether a code point is of the Han script; planes 2 and 3 contain no other. */
export const isHan = (code: number): boolean =>
  within(code, 0x4e00, 0x9fff) ||
  within(code, 0x3400, 0x4dbf) ||
  within(code, 0x20000, 0x3ffff) ||
  within(code, 0xf900, 0xfaff) ||
  within(code, 0x2e80, 0x2fd5) ||
  code === 0x3005 ||
  code === 0x3007 ||
  within(code, 0x3021, 0x3029)

const isKana = (code: number): boolean => within(code, 0x3041, 0x3096) || within(code, 0x30a1, 0x30fa)
const isLongVowel = (code: number): boolean => code === 0x30fc
const isHangul = (code: number): boolean =>
  within(code, 0xac00, 0xd7fb) ||
  within(code, 0x1100, 0x11ff) ||
  within(code, 0x3131, 0x318e) ||
  within(code, 0xa960, 0xa97c)
const isBasicLatin = (code: number): boolean => within(code | 0x20, 0x61, 0x7a)
// Characters next to a word that rarely occur in a kaomoji: え? は...
const isApart = (character: string): boolean => character === "" || /[\s!?.,…。、~]/.test(character)
const latin = /\p{Script=Latin}/u
const letter = /[\p{L}--[\p{Lm}\p{Script=Bopomofo}]]/v

/** Counts the letters of a text in NFKC, which has no half-width kana. */
export const countScripts = (text: string): Scripts => {
  const counts = { han: 0, kana: 0, hangul: 0, latin: 0, other: 0 }
  // A single kana between symbols is part of a kaomoji, ¯\_(ツ)_/¯ or (・∀・)ノ, which every language uses; a separate one is
  // a word.
  let run = 0
  let afterHan = false
  const endRun = (at: number, beforeHan: boolean): void => {
    if (run > 1 || beforeHan || afterHan || (isApart(text.charAt(at - 2)) && isApart(text.charAt(at))))
      counts.kana += run
    run = 0
  }
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0
    if (isKana(code) || (run > 0 && isLongVowel(code))) {
      run += 1
      continue
    }
    const han = isHan(code)
    if (run > 0) endRun(at, han)
    if (code > 0xffff) at += 1
    afterHan = han
    if (han) counts.han += 1
    else if (isBasicLatin(code)) counts.latin += 1
    else if (code < 0xaa) continue
    else if (isHangul(code)) counts.hangul += 1
    else if (!letter.test(String.fromCodePoint(code))) continue
    else if (code < 0x2c80 && latin.test(String.fromCodePoint(code))) counts.latin += 1
    else counts.other += 1
  }
  if (run > 0) endRun(text.length, false)
  return counts
}
