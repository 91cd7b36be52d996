/** A rule without id and name, for comparison, and the identity of rules and endpoints: the API's own. */
import { defaultLanguage, type Language, type RuleInput } from "@heddle/api"
import { canonicalUrl, canonicalRule } from "@heddle/api/webhooks"
import { Result } from "effect"

export interface RuleContent {
  /** As written; null in a trending rule. */
  readonly keyword: string | null
  readonly likeCount: number | null
  readonly replyCount: number | null
  readonly viewCount: number | null
  /** Null in a keyword rule. */
  readonly lookbackHours: number | null
  readonly language: Language
}

type Nullable<A> = { readonly [Name in keyof A]: A[Name] | null | undefined }

/** Fills in the defaults, so that a rule in the file equals the same rule from the API. */
export const ruleContent = (rule: Partial<Nullable<RuleInput>>): RuleContent => ({
  keyword: rule.keyword === undefined || rule.keyword === "" ? null : rule.keyword,
  likeCount: rule.likeCount ?? null,
  replyCount: rule.replyCount ?? null,
  viewCount: rule.viewCount ?? null,
  lookbackHours: rule.lookbackHours ?? null,
  language: rule.language ?? defaultLanguage
})

/** The request body that creates the rule. */
export const ruleInput = (rule: RuleContent): RuleInput => ({
  ...(rule.keyword === null ? {} : { keyword: rule.keyword }),
  ...(rule.likeCount === null ? {} : { likeCount: rule.likeCount }),
  ...(rule.replyCount === null ? {} : { replyCount: rule.replyCount }),
  ...(rule.viewCount === null ? {} : { viewCount: rule.viewCount }),
  ...(rule.lookbackHours === null ? {} : { lookbackHours: rule.lookbackHours }),
  language: rule.language
})

const keys = new WeakMap<RuleContent, string | null>()

const keyOf = (rule: RuleContent): string | null => {
  const known = keys.get(rule)
  if (known !== undefined) return known
  const key = canonicalRule(ruleInput(rule))?.content ?? null
  keys.set(rule, key)
  return key
}

/** Whether the keyword has something to match. */
export const isMatchable = (rule: RuleContent): boolean => keyOf(rule) !== null

/** Two rules of an endpoint have the same key exactly when the API calls them identical. */
export const ruleKey = (rule: RuleContent): string => keyOf(rule) ?? JSON.stringify(ruleInput(rule))

/** Two endpoints have the same key exactly when the API calls their URLs the same. */
export const urlKey = (url: string): string => Result.getOrElse(canonicalUrl(url, true), () => url)

/** A URL to print: without its query, which may hold a secret, and without control characters. */
export const urlText = (url: string): string => {
  const canonical = canonicalUrl(url, true)
  return Result.isSuccess(canonical) ? canonical.success.replace(/\?.*$/, "?…") : JSON.stringify(url)
}
