/** A rule in canonical form, without id and name, for comparison. */
import { defaultLanguage, type Language, type RuleInput } from "@heddle/api"

export interface RuleContent {
  /** Null in a trending rule. */
  readonly keyword: string | null
  readonly likeCount: number | null
  readonly replyCount: number | null
  readonly viewCount: number | null
  /** Null in a keyword rule. */
  readonly lookbackHours: number | null
  readonly language: Language
}

/** Fills in the defaults, so that a rule in the file equals the same rule from the API. */
export const ruleContent = (rule: RuleInput): RuleContent => ({
  keyword:
    rule.keyword === undefined || rule.keyword === null || rule.keyword === "" ? null : rule.keyword.normalize("NFC"),
  likeCount: rule.likeCount ?? null,
  replyCount: rule.replyCount ?? null,
  viewCount: rule.viewCount ?? null,
  lookbackHours: rule.lookbackHours ?? null,
  language: rule.language ?? defaultLanguage
})

/** Two rules have the same key exactly when they are equal. */
export const ruleKey = (rule: RuleContent): string =>
  JSON.stringify([rule.keyword, rule.likeCount, rule.replyCount, rule.viewCount, rule.lookbackHours, rule.language])

/** The request body that creates the rule. */
export const ruleInput = (rule: RuleContent): RuleInput => ({
  ...(rule.keyword === null ? {} : { keyword: rule.keyword }),
  ...(rule.likeCount === null ? {} : { likeCount: rule.likeCount }),
  ...(rule.replyCount === null ? {} : { replyCount: rule.replyCount }),
  ...(rule.viewCount === null ? {} : { viewCount: rule.viewCount }),
  ...(rule.lookbackHours === null ? {} : { lookbackHours: rule.lookbackHours }),
  language: rule.language
})
