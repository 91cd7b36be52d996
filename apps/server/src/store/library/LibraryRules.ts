/** Which posts the inspiration library has (service.md, `/post/inspiration`). Pure. */
import { countCjk, type Language } from "@heddle/text"

export const minLibraryLikes = 1_000
/** A post in Chinese, Japanese or Korean needs more than this many Han, kana and Hangul characters. */
const cjkMoreThan = 200
const minEnglishCharacters = 300

/** No shorter caption is long enough in any language; for statements that would otherwise return every caption. */
export const minLibraryCharacters = cjkMoreThan + 1

/** Characters are code points of the composed text, so that é is one however the network sends it. */
const countCharacters = (text: string): number => Array.from(text.normalize("NFC")).length

const isLong = (caption: string, language: Language): boolean => {
  switch (language) {
    case "zh":
    case "zh-Hant":
    case "zh-Hans":
    case "yue":
    case "ja":
    case "ko":
      return countCjk(caption) > cjkMoreThan
    case "en":
      return countCharacters(caption) >= minEnglishCharacters
    case "other":
      return false
  }
}

export interface LibraryCandidate {
  readonly caption: string
  readonly language: Language
  readonly isReply: boolean
  readonly likeCount: number
}

export const belongsInLibrary = ({ caption, language, isReply, likeCount }: LibraryCandidate): boolean =>
  !isReply && likeCount >= minLibraryLikes && isLong(caption, language)
