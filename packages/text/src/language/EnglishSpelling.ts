/** How English a word looks that no list knows: slang, a typing error, a name, or a word of another language. */
import { englishVocabulary } from "./EnglishVocabulary.ts"
import { englishWords } from "./LatinWords.ts"

// A letter is 1 to 26; what is before, behind and between (an apostrophe) is 0.
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

/** The share of its runs of three letters, ends included, that hardly an English word has: 0 to 1. */
export const strangeness = (word: string): number => {
  let strange = 0
  for (let middle = 0; middle < word.length; middle += 1) {
    if ((uses[trigram(word, middle)] ?? 0) < few) strange += 1
  }
  return strange / word.length
}
