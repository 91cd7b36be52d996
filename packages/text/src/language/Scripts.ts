/** How many letters of each script a text has. */
export interface Scripts {
  readonly han: number
  readonly kana: number
  readonly hangul: number
  readonly latin: number
  readonly other: number
}

const han = /[\p{Script=Han}]/gu
// A single kana between symbols belongs to a face, ¯\_(ツ)_/¯ or (・∀・)ノ, which is written in every language.
const kana = /[ぁ-ゖァ-ヺｦ-ﾝ][ぁ-ゖァ-ヺーｦ-ﾟ]+|(?<=\p{Script=Han})[ぁ-ゖァ-ヺ]|[ぁ-ゖァ-ヺ](?=\p{Script=Han})/gu
const hangul = /\p{Script=Hangul}/gu
const latin = /\p{Script=Latin}/gu
const other =
  /[\p{L}--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Latin}\p{Script=Bopomofo}\p{Lm}]]/gv

const count = (text: string, pattern: RegExp): number => {
  let total = 0
  for (const [run] of text.matchAll(pattern)) total += run.length
  return total
}

const isAscii = (text: string): boolean => !/[^\p{ASCII}]/u.test(text)

export const countScripts = (text: string): Scripts => {
  if (isAscii(text)) return { han: 0, kana: 0, hangul: 0, latin: text.match(/[a-z]/gi)?.length ?? 0, other: 0 }
  return {
    han: count(text, han),
    kana: count(text, kana),
    hangul: count(text, hangul),
    latin: count(text, latin),
    other: count(text, other)
  }
}
