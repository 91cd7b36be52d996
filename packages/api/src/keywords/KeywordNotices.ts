/** What to tell a caller whose keyword is read otherwise than it was typed. */
import { type EncodedKeyword, type KeywordReading, keywordReading, wordsOfKeyword } from "@heddle/text"

const runOfLetters = /[\p{L}\p{M}\p{N}]+/gu

/** What is left of the keyword without its signs, which does not match. */
const bareWords = (keyword: string, words: string): string => {
  const [first = "", ...others] = keyword.match(runOfLetters) ?? []
  return others.length === 0 ? first : words.replaceAll(/[+#.]/g, "")
}

const noticeOf = (keyword: string, { kind, words }: KeywordReading): string => {
  const isOneWord = !words.includes(" ")
  switch (kind) {
    case "wordless":
      return `The keyword \`${keyword}\` is read as \`${words}\`: links, handles and shortcodes of emoji are not searched.`
    case "weaker":
      return `The keyword \`${keyword}\` is read as \`${words}\`: only letters, digits and the signs of words such as C++ are looked for.`
    case "signed":
      return `The keyword \`${keyword}\` is read as ${isOneWord ? "the word " : ""}\`${words}\`: posts with \`${bareWords(keyword, words)}\` ${isOneWord ? "alone " : ""}do not match.`
  }
}

/** A sentence for each keyword that is not read as it was typed, once each. */
export const keywordNotices = (keywords: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(keywords)].flatMap((keyword) => {
    const reading = keywordReading(keyword)
    return reading === undefined ? [] : [noticeOf(keyword, reading)]
  })

/** Why two keywords that are typed differently are one. */
export const sameKeywordText = (one: string, other: string, encoded: EncodedKeyword): string =>
  `\`${one}\` and \`${other}\` are the same keyword, as both are read as \`${wordsOfKeyword(encoded)}\`.`
