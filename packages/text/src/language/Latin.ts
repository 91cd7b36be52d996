import type { Language } from "./Language.ts"
import { ambiguousWords, englishWords, foreignWords } from "./LatinWords.ts"

const wordPattern = /[\p{Script=Latin}\p{Mn}]+(?:['’][\p{Script=Latin}]+)*/gu
// Letters with marks, but for the few words that English keeps them in.
const marked = /[^a-z'’]/
const loanWords = new Set(
  "café cafés naïve résumé fiancé fiancée cliché clichés déjà vu pokémon beyoncé touché à la".split(" ")
)

const score = (words: ReadonlyArray<string>): { readonly english: number; readonly foreign: number } => {
  let english = 0
  let foreign = 0
  for (const word of words) {
    if (ambiguousWords.has(word)) english += 0.4
    else if (englishWords.has(word)) english += 1
    else if (foreignWords.has(word)) foreign += 1
    else if (marked.test(word) && !loanWords.has(word)) foreign += 1.5
    else if (/['’](?:s|t|re|ve|ll|m|d)$/.test(word)) english += 1
  }
  return { english, foreign }
}

/** Whether a text in Latin letters is English; where its words leave it open, the hint, and then English. */
export const identifyLatin = (text: string, hint: Language | undefined): Language => {
  const words = text.toLowerCase().replaceAll("’", "'").match(wordPattern) ?? []
  const { english, foreign } = score(words)
  if (english > foreign) return "en"
  if (foreign > english) return "other"
  return hint === "other" ? "other" : "en"
}
