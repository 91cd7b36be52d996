/** How English a word looks that no list knows: slang, typing errors, names, or a word of another language. */
import { englishVocabulary } from "./EnglishVocabulary.ts"
import { englishWords } from "./LatinWords.ts"

const trigrams = (word: string): Array<string> => {
  const bounded = `^${word}$`
  return Array.from({ length: bounded.length - 2 }, (_, start) => bounded.slice(start, start + 3))
}

const uses = new Map<string, number>()
for (const word of [...englishVocabulary, ...englishWords]) {
  for (const trigram of trigrams(word)) uses.set(trigram, (uses.get(trigram) ?? 0) + 1)
}
const few = 4

/** The share of its runs of three letters, ends included, that hardly an English word has: 0 to 1. */
export const strangeness = (word: string): number => {
  const all = trigrams(word)
  const strange = all.filter((trigram) => (uses.get(trigram) ?? 0) < few).length
  return strange / all.length
}
