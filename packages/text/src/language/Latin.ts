/** Tells English from other languages in Latin script, by each word of a text. */
import { lemma } from "../Lemma.ts"
import { ambiguousWords, englishVocabulary, englishWords } from "../words/EnglishWords.ts"
import type { Language } from "./Language.ts"
import lists from "../words/LatinWords.json" with { type: "json" }
import { wordsOf } from "../words/WordLists.ts"

/**
 * Common words of some thirty languages. Omits words that are also English, and words with diacritics, which are evidence
 * by themselves.
 */
const foreignWords = new Set(wordsOf(lists.foreign))

const wordPattern = /\p{Script=Latin}[\p{Script=Latin}\p{Mn}]*(?:['’]\p{Script=Latin}+)*/gu
const asciiWordPattern = /[A-Za-z]+(?:'[A-Za-z]+)*/g
const isAscii = (text: string): boolean => !/[^\p{ASCII}]/u.test(text)
// Word boundaries in #MondayMotivation.
const joint = /(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu
// Los Angeles, San Jose, El Paso: place names in texts of any language.
const article = /\b(?:El|La|Las|Los|San|Santa) (?=\p{Lu}\p{Ll})/gu
// Words with diacritics, except for loan words that English spells with them.
const marked = /[^a-z']/
const loanWords = new Set(
  "café cafés naïve résumé fiancé fiancée cliché clichés déjà vu pokémon beyoncé touché à la".split(" ")
)
const contraction = /'(?:s|t|re|ve|ll|m|d)$/
// C'est, l'amour, dell'arte.
const elision =
  /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|un|all|dall|dell|nell|sull|quest|quell|com|dov)'\p{Script=Latin}{2}/u
// sooooo → so
const stretched = /([a-z])\1{2,}/g
const capital = /^\p{Lu}/u
// Words without a vowel are initialisms and texting: brb, LFG, iykyk.
const vowel = /[aeiou]/

// NASA, EST: used in every language. Not recognizable in a text all in capitals.
const acronym = /^\p{Lu}{2,5}$/u
const lower = /\p{Ll}/u
const isAcronym = (word: string): boolean => acronym.test(word) && !englishWords.has(word.toLowerCase())

// Letters are 1 to 26; everything else, including the positions before and after the word, is 0.
const letterNumber = (word: string, at: number): number => {
  const code = word.charCodeAt(at) - 96
  return code >= 1 && code <= 26 ? code : 0
}
const trigram = (word: string, middle: number): number =>
  (letterNumber(word, middle - 1) * 27 + letterNumber(word, middle)) * 27 + letterNumber(word, middle + 1)

const uses = new Uint16Array(27 ** 3)
for (const words of [englishVocabulary, englishWords]) {
  for (const word of words) {
    for (let middle = 0; middle < word.length; middle += 1) {
      const index = trigram(word, middle)
      uses[index] = (uses[index] ?? 0) + 1
    }
  }
}
const rare = 2

/** The share of the word's trigrams, word boundaries included, that are rare in English; from 0 to 1. */
const strangeness = (word: string): number => {
  let strange = 0
  for (let middle = 0; middle < word.length; middle += 1) {
    if ((uses[trigram(word, middle)] ?? 0) < rare) strange += 1
  }
  return strange / word.length
}

/** A word's evidence: above 0 for English, below 0 for another language. */
const weigh = (written: string): number => {
  const typed = written.toLowerCase().replaceAll("’", "'")
  const word = typed.replace(stretched, "$1")
  if (ambiguousWords.has(word)) return 0.3
  if (englishWords.has(word)) return 1
  if (foreignWords.has(word)) return -1
  const isName = capital.test(written)
  if (contraction.test(word)) return 1
  if (elision.test(word)) return -1
  if (marked.test(word)) return loanWords.has(word) ? 0 : isName ? -0.4 : -1.5
  const base = lemma(word)
  if (englishWords.has(base) || englishVocabulary.has(base)) return 0.5
  if (word.length < 3 || !vowel.test(word)) return 0
  return -(0.1 + strangeness(word)) * (isName ? 0.4 : 1)
}

/** The prior from the source's tag. Without a tag, it favours English. */
const hinted = { en: 0.5, other: -0.5, none: 0.3 }

// OK, LOL, iPhone 15 Pro: written in every language.
const few = 2
const some = 5
const decided = 1

/** Whether a text in Latin script is English: `en` or `other`. The source's tag decides for a few words. */
export const identifyLatin = (text: string, hint: Language | undefined): Language => {
  let balance = hint === "en" || hint === "other" ? hinted[hint] : hinted.none
  const words =
    text
      .replace(article, "")
      .replace(joint, " ")
      .match(isAscii(text) ? asciiWordPattern : wordPattern) ?? []
  const shouted = !lower.test(text)
  for (const word of words) if (shouted || !isAcronym(word)) balance += weigh(word)
  const isOpen = words.length <= few || (words.length <= some && Math.abs(balance) < decided)
  if (isOpen && hint !== undefined && hint !== "en" && hint !== "other") return hint
  return balance >= 0 ? "en" : "other"
}
