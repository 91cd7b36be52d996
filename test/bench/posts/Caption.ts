/** Generates a caption: words by Zipf's law in clauses, with the other things that posts contain. */
import { chance, fraction, normal, pick, type Random } from "../../../apps/server/src/sources/simulation/Random.ts"
import type { NonEmpty } from "../../../apps/server/src/sources/simulation/Languages.ts"
import type { Language } from "./Languages.ts"
import { zipf } from "./Zipf.ts"

/**
 * The most common Chinese word occurs in about 40 % of the captions and the twentieth in about 10 %, like the most common
 * characters in real posts.
 */
const wordFrequencies = zipf(40_000, 3.2)
const deviationOfLength = 0.82
const longest = 500
/** Words between two punctuation marks. */
const wordsInClause = 6

const emoji: NonEmpty<string> = ["😂", "😭", "🥹", "❤️", "👍", "🙏", "✨", "🎉", "☕", "🐱", "🔥", "🤣"]

/** People repeat themselves: half of the words are among the few that often follow the previous word. */
const habit = 0.55
const followers = 12

const rankOf = (random: Random, before: number): number => {
  if (before < 0 || !chance(random, habit)) return wordFrequencies.rankAt(random.next())
  return wordFrequencies.rankAt(fraction(before, Math.floor(followers * random.next() ** 3)))
}

const wordAt = ({ lexicon }: Language, rank: number): string => lexicon.words[rank] ?? ""

const join = (text: string, gap: string, word: string): string =>
  text === "" || /\s$/.test(text) ? text + word : text + gap + word

/** `foreign` is a language that contributes an occasional word. */
export const captionOf = (random: Random, language: Language, foreign: Language): string => {
  const length = Math.min(longest, Math.exp(normal(random, Math.log(language.medianLength), deviationOfLength)))
  const mixed = chance(random, 0.12)
  const other = () => wordFrequencies.rankAt(random.next())
  let text = ""
  let before = -1
  while (text.length < length) {
    if (text !== "" && chance(random, 1 / wordsInClause)) {
      text += pick(random, language.stops)
      before = -1
    }
    if (mixed && chance(random, 0.15)) text = join(text, " ", `${wordAt(foreign, other())} `)
    else {
      before = rankOf(random, before)
      text = join(text, language.lexicon.gap, wordAt(language, before))
    }
  }
  if (chance(random, 0.15)) text += pick(random, emoji)
  if (chance(random, 0.08)) text += ` #${wordAt(language, other())}`
  if (chance(random, 0.05)) text += ` https://example.com/${Math.floor(random.next() * 1e9).toString(36)}`
  return text
}
