/** Words of English, as texts use them. */
import { lemma } from "../Lemma.ts"
import vocabulary from "./EnglishVocabulary.json" with { type: "json" }
import lists from "./LatinWords.json" with { type: "json" }
import { wordsOf } from "./WordLists.ts"

/** Common English words, including those typical of short posts. */
export const englishWords: ReadonlySet<string> = new Set(wordsOf(lists.english))
/** Lemmas that texts really use, without those of the other lists. */
export const englishVocabulary: ReadonlySet<string> = new Set(wordsOf(vocabulary.lemmas))
/** English words that are also words of other languages. */
export const ambiguousWords: ReadonlySet<string> = new Set(wordsOf(lists.ambiguous))

/** Whether a word in small letters is English, in any of its forms. */
export const isEnglishWord = (word: string): boolean => {
  if (englishWords.has(word) || ambiguousWords.has(word)) return true
  const base = lemma(word)
  return englishWords.has(base) || englishVocabulary.has(base)
}
