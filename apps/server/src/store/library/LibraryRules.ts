/** Which posts the inspiration library has (service.md, `/post/inspiration`). Pure. */
import { countCjk, type Language, proseOf } from "@heddle/text"
import { marksOf, type StoredMarks } from "../posts/Marks.ts"

export const minLibraryLikes = 1_000
/** A post in Chinese, Japanese or Korean needs more than this many Han, kana and Hangul characters. */
const cjkMoreThan = 200
const minEnglishCharacters = 300

/** No shorter caption is long enough in any language; for statements that would otherwise return every caption. */
export const minLibraryCharacters = cjkMoreThan + 1

/** Characters are code points of the composed text, so that é is one however the network sends it. */
const countCharacters = (text: string): number => Array.from(text.normalize("NFC")).length

const isLong = (prose: string, language: Language): boolean => {
  switch (language) {
    case "zh":
    case "zh-Hant":
    case "zh-Hans":
    case "yue":
    case "ja":
    case "ko":
      return countCjk(prose) > cjkMoreThan
    case "en":
      return countCharacters(prose) >= minEnglishCharacters
    case "other":
      return false
  }
}

export interface LibraryCandidate {
  readonly caption: string
  readonly marks: StoredMarks
  readonly language: Language
  readonly isReply: boolean
  readonly likeCount: number
}

export const belongsInLibrary = ({ caption, marks, language, isReply, likeCount }: LibraryCandidate): boolean =>
  !isReply && likeCount >= minLibraryLikes && isLong(proseOf(caption, marksOf(marks)), language)
