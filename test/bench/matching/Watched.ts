/** What customers watch: keywords, and whole rules with thresholds, languages and windows. They depend on the seed alone. */
import {
  AccountId,
  EndpointId,
  keywordLookbackHours,
  maxLookbackHours,
  RuleId
} from "../../../packages/api/src/index.ts"
import { type EncodedKeyword, encodeKeyword } from "../../../packages/text/src/index.ts"
import {
  chance,
  logBetween,
  pick,
  type Random,
  randomOf,
  wholeBetween
} from "../../../apps/server/src/sources/simulation/Random.ts"
import type { NonEmpty } from "../../../apps/server/src/sources/simulation/Languages.ts"
import type { MatchableRule } from "../../../apps/server/src/webhooks/management/RuleRow.ts"
import { type Language, languageAt, makeLanguages } from "../posts/Languages.ts"
import type { Posts } from "../posts/Posts.ts"
import { zipf } from "../posts/Zipf.ts"

const purposes = { name: 301, rule: 302, fragment: 303 } as const

/** A few of them are in many rules: of 100,000 rules, half have a keyword of their own. */
const popularity = zipf(200_000, 2_000)
/** Nobody watches the commonest words. */
const commonWords = 200
const shareOfTwoWords = 0.35
const rulesOfAccount = 10

const wordOf = (random: Random, { lexicon }: Language): string =>
  lexicon.words[wholeBetween(random, commonWords, lexicon.words.length - 1)] ?? ""

/** A name of one or two words; a single character is too short for one. */
const nameOf = (seed: number, number: number, languages: NonEmpty<Language>) => {
  const random = randomOf(seed, number, purposes.name)
  const language = languageAt(languages, random.next())
  const word = wordOf(random, language)
  const isOne = Array.from(word).length > 1 && !chance(random, shareOfTwoWords)
  return { text: isOne ? word : word + language.lexicon.gap + wordOf(random, language), language }
}

const ruleLanguage = (tag: string, random: Random): MatchableRule["language"] => {
  if (tag === "ja" || tag === "ko") return tag
  return pick(random, ["zh", "zh", "zh-Hant", "zh-Hans"])
}

/** Rounded to one or two figures, as people choose them. */
const roundly = (value: number): number => {
  const unit = 10 ** Math.floor(Math.log10(value))
  return Math.round(value / unit) * unit
}

const thresholds = (random: Random, least: { readonly likes: number; readonly replies: number }) => ({
  likeCount: roundly(logBetween(random, least.likes, least.likes * 30)),
  replyCount: chance(random, 0.15) ? roundly(logBetween(random, least.replies, least.replies * 20)) : null,
  viewCount: chance(random, 0.1) ? roundly(logBetween(random, 20_000, 1_000_000)) : null
})

const identity = (number: number) => ({
  revision: 0,
  accountId: AccountId.make(`acct_${Math.floor(number / rulesOfAccount)}`),
  endpointId: EndpointId.make(`ep_${Math.floor(number / rulesOfAccount)}`),
  id: RuleId.make(`rule_${number}`)
})

/** Keyword rules from `first` on. */
export const keywordRules = (seed: number, count: number, first = 0): ReadonlyArray<MatchableRule> => {
  const languages = makeLanguages()
  return Array.from({ length: count }, (_, at): MatchableRule => {
    const random = randomOf(seed, first + at, purposes.rule)
    const { text, language } = nameOf(seed, popularity.rankAt(random.next()), languages)
    return {
      ...identity(first + at),
      type: "keyword",
      keyword: text,
      ...thresholds(random, { likes: 10, replies: 5 }),
      lookbackHours: keywordLookbackHours,
      language: ruleLanguage(language.tag, random)
    }
  })
}

/** Trending rules, whose ids do not occur among keyword rules. */
export const trendingRules = (seed: number, count: number): ReadonlyArray<MatchableRule> =>
  Array.from({ length: count }, (_, at): MatchableRule => {
    const random = randomOf(seed, -1 - at, purposes.rule)
    return {
      ...identity(at),
      id: RuleId.make(`rule_trending_${at}`),
      type: "trending",
      keyword: null,
      ...thresholds(random, { likes: 500, replies: 100 }),
      lookbackHours: wholeBetween(random, 1, maxLookbackHours),
      language: ruleLanguage(pick(random, ["zh", "zh", "ja", "ko"]), random)
    }
  })

/** The distinct keywords of rules. */
export const keywordsOf = (rules: ReadonlyArray<MatchableRule>): ReadonlyArray<EncodedKeyword> => [
  ...new Set(
    rules.flatMap(({ keyword }) => {
      const encoded = keyword === null ? undefined : encodeKeyword(keyword)
      return encoded === undefined ? [] : [encoded]
    })
  )
]

const runs = /[\p{Script=Han}\p{Script=Hira}\p{Script=Kana}]{2,}|\p{Script=Hangul}{2,}|\p{Script=Latin}{3,}/gu

/** Distinct keywords cut from the posts themselves, common ones first: every post contains many of them. */
export const fragments = (seed: number, count: number, posts: Posts): ReadonlyArray<EncodedKeyword> => {
  const found = new Set<EncodedKeyword>()
  const random = randomOf(seed, purposes.fragment)
  while (found.size < count) {
    const [run, ...others] = posts.post(Math.floor(random.next() * posts.count)).caption.match(runs) ?? []
    if (run === undefined) continue
    const characters = Array.from(pick(random, [run, ...others]))
    const isWord = /\p{Script=Latin}/u.test(characters.join(""))
    const length = isWord ? characters.length : pick(random, [2, 2, 2, 3, 3, 4, 4, 5])
    const from = Math.floor(random.next() * Math.max(1, characters.length - length + 1))
    const keyword = encodeKeyword(characters.slice(from, from + length).join(""))
    if (keyword !== undefined) found.add(keyword)
  }
  return [...found]
}
