/** A rule in words: its name, and what a post needs. */
import type { Rule } from "@heddle/api/portal"
import { type Phrase, phrase } from "./Phrase.tsx"
import type { TextId } from "./TextId.ts"

type Conditions = Pick<Rule, "type" | "keyword" | "likeCount" | "replyCount" | "viewCount" | "lookbackHours">

/** The keyword, which no language changes; null for a trending rule. */
export const keywordOf = ({ keyword }: Pick<Rule, "keyword">): string | null =>
  keyword === undefined || keyword === "" ? null : keyword

const thresholds = [
  ["likeCount", "rule.likes"],
  ["replyCount", "rule.replies"],
  ["viewCount", "rule.views"]
] as const satisfies ReadonlyArray<readonly [keyof Conditions, TextId]>

export const thresholdsOf = (rule: Conditions): ReadonlyArray<Phrase> =>
  thresholds.flatMap(([name, id]) => {
    const count = rule[name]
    return count === undefined ? [] : [phrase(id, { count })]
  })

export const languageTexts = {
  zh: "rule.language.zh",
  "zh-Hant": "rule.language.zhHant",
  "zh-Hans": "rule.language.zhHans",
  yue: "rule.language.yue",
  en: "rule.language.en",
  ja: "rule.language.ja",
  ko: "rule.language.ko"
} as const satisfies Readonly<Record<Rule["language"], TextId>>
