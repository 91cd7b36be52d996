/** How English an unlisted word looks: slang, a typo, a name, or a word of another language. */
import { englishVocabulary } from "./EnglishVocabulary.ts"
import { englishWords } from "./LatinWords.ts"

// Letters are 1 to 26; everything else, including the positions before and after the word, is 0.
const letter = (word: string, at: number): number => {
  const code = word.charCodeAt(at) - 96
  return code >= 1 && code <= 26 ? code : 0
}
const trigram = (word: string, middle: number): number =>
  (letter(word, middle - 1) * 27 + letter(word, middle)) * 27 + letter(word, middle + 1)

const uses = new Uint16Array(27 ** 3)
for (const words of [englishVocabulary, englishWords]) {
  for (const word of words) {
    for (let middle = 0; middle < word.length; middle += 1) {
      const index = trigram(word, middle)
      uses[index] = (uses[index] ?? 0) + 1
    }
  }
}
const few = 2

/** The share of the word's trigrams, word boundaries included, that are rare in English; from 0 to 1. */
export const strangeness = (word: string): number => {
  let strange = 0
  for (let middle = 0; middle < word.length; middle += 1) {
    if ((uses[trigram(word, middle)] ?? 0) < few) strange += 1
  }
  return strange / word.length
}
