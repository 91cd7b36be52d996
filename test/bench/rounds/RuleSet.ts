/**
 * Rules as customers might have them: four of five name a keyword. Keywords are words and runs of characters from the
 * posts themselves, of realistic lengths, many of them rare, some in no post; popular ones are in many rules. Depends on
 * the seed alone.
 */
import { ruleMinimums, type RuleInput } from "@heddle/api"
import {
  chance,
  logBetween,
  pick,
  pickWeighted,
  type Random,
  randomOf
} from "../../../apps/server/src/sources/simulation/Random.ts"
import type { NonEmpty } from "../../../apps/server/src/sources/simulation/Languages.ts"
import { canonicalRule } from "@heddle/api/webhooks"
import type { Posts } from "../posts/Posts.ts"
import { zipf } from "../posts/Zipf.ts"

export type NewRule = NonNullable<ReturnType<typeof canonicalRule>>

interface Keyword {
  readonly text: string
  readonly language: NonNullable<RuleInput["language"]>
}

const purpose = 201
const shareOfKeywords = 0.8
const shareOfUnusedNames = 0.15
/** Rules with the same keyword, on average. */
const rulesOfKeyword = 4
/** The most popular keyword is in about 1 % of the rules. */
const popularityShift = 8
const lengths: NonEmpty<{ readonly length: number; readonly weight: number }> = [
  { length: 2, weight: 5 },
  { length: 3, weight: 25 },
  { length: 4, weight: 40 },
  { length: 5, weight: 20 },
  { length: 6, weight: 10 }
]
const lookbacks: NonEmpty<number> = [1, 3, 6, 12, 24, 24, 48, 72]
const syllables: NonEmpty<string> = ["ka", "zo", "ri", "vex", "lu", "mo", "tan", "qui", "ber", "so", "ny", "pax"]

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}/gu
const words = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Hangul}]{3,}/gu

/** A run of characters or one or two words from the caption. */
const pieceOf = (random: Random, caption: string): string | undefined => {
  const runs = [...caption.matchAll(unspaced)].map(([run]) => run)
  const [run, ...others] = runs
  if (run !== undefined) {
    const characters = [...pick(random, [run, ...others])]
    const { length } = pickWeighted(random.next(), lengths)
    const from = Math.floor(random.next() * Math.max(1, characters.length - length + 1))
    return characters.slice(from, from + length).join("")
  }
  const [word, ...more] = [...caption.matchAll(words)].map(([found]) => found)
  if (word === undefined) return undefined
  const first = pick(random, [word, ...more])
  return chance(random, 0.3) ? `${first} ${pick(random, [word, ...more])}` : first
}

const languageOf = (tag: string | null | undefined): Keyword["language"] => {
  return tag === "ja" || tag === "ko" ? tag : "zh"
}

const unusedName = (random: Random): Keyword => ({
  text: Array.from({ length: 4 }, () => pick(random, syllables)).join(""),
  language: "zh"
})

const makeKeywords = (random: Random, posts: Posts, count: number): NonEmpty<Keyword> => {
  const keywords: [Keyword, ...Array<Keyword>] = [unusedName(random)]
  while (keywords.length < count) {
    if (chance(random, shareOfUnusedNames)) {
      keywords.push(unusedName(random))
      continue
    }
    const { caption, language } = posts.post(Math.floor(random.next() * posts.count))
    const text = language === "en" || language === "ru" ? undefined : pieceOf(random, caption)
    if (text !== undefined) keywords.push({ text, language: languageOf(language) })
  }
  return keywords
}

/**
 * Whoever pays for each event mostly asks for more than the least that is allowed. Some ask for the least, so that a post
 * that reaches any of the three is of interest to somebody.
 */
const keywordThresholds = (random: Random) => {
  const { likeCount, replyCount, viewCount } = ruleMinimums.keyword
  const kind = random.next()
  if (kind < 0.1) return { likeCount }
  if (kind < 0.15) return { replyCount }
  if (kind < 0.2) return { viewCount }
  return {
    likeCount: Math.floor(logBetween(random, 2 * likeCount, 2_000)),
    ...(chance(random, 0.2) ? { replyCount: Math.floor(logBetween(random, replyCount, 100)) } : {})
  }
}

const trending = (random: Random): RuleInput => ({
  ...(chance(random, 0.2)
    ? { viewCount: Math.floor(logBetween(random, 5 * ruleMinimums.trending.viewCount, 10_000_000)) }
    : { likeCount: Math.floor(logBetween(random, 4 * ruleMinimums.trending.likeCount, 1_000_000)) }),
  ...(chance(random, 0.3) ? { replyCount: ruleMinimums.trending.replyCount } : {}),
  lookbackHours: pick(random, lookbacks),
  language: pick(random, ["zh", "zh", "zh-Hant", "ja", "ko"])
})

/** `count` rules; those of one customer follow each other and differ from each other. */
export const makeRules = (seed: number, posts: Posts, count: number, rulesEach: number): ReadonlyArray<NewRule> => {
  const random = randomOf(seed, purpose)
  const keywords = makeKeywords(random, posts, Math.max(10, Math.floor((count * shareOfKeywords) / rulesOfKeyword)))
  const popularity = zipf(keywords.length, popularityShift)
  const next = (): NewRule | null => {
    if (!chance(random, shareOfKeywords)) return canonicalRule(trending(random))
    const { text: keyword, language } = keywords[popularity.rankAt(random.next())] ?? keywords[0]
    return canonicalRule({ keyword, language, ...keywordThresholds(random) })
  }
  const rules: Array<NewRule> = []
  let ofCustomer = new Set<string>()
  while (rules.length < count) {
    if (rules.length % rulesEach === 0) ofCustomer = new Set()
    const rule = next()
    if (rule === null || ofCustomer.has(rule.content)) continue
    ofCustomer.add(rule.content)
    rules.push(rule)
  }
  return rules
}
