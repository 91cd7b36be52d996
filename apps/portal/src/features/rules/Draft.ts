/** A rule while it is written: what stands in the fields, the rule that it means, and what is wrong with it. Pure. */
import {
  keywordLookbackHours,
  Language,
  maxKeywordLength,
  maxLookbackHours,
  PortalProblem,
  type Rule,
  type RuleInput,
  ruleMinimums
} from "@heddle/api/portal"
import { Option, Schema } from "effect"
import { useState } from "react"
import type { Failure } from "../../rpc/Failure.ts"
import { type Phrase, phrase } from "../../text/Phrase.tsx"
import { type Translate } from "../../text/Text.tsx"

/** Numbers are kept as they were typed. */
export const RuleDraft = Schema.Struct({
  type: Schema.Literals(["keyword", "trending"]),
  keyword: Schema.String,
  likeCount: Schema.String,
  replyCount: Schema.String,
  viewCount: Schema.String,
  lookbackHours: Schema.String,
  language: Language,
  /** Of a new rule only. */
  sendExisting: Schema.Boolean
})
export type RuleDraft = typeof RuleDraft.Type

export const thresholdNames = ["likeCount", "replyCount", "viewCount"] as const
export type ThresholdName = (typeof thresholdNames)[number]

export const emptyDraft: RuleDraft = {
  type: "keyword",
  keyword: "",
  likeCount: "50",
  replyCount: "",
  viewCount: "",
  lookbackHours: String(keywordLookbackHours),
  language: "zh",
  sendExisting: true
}

const textOf = (value: number | undefined): string => value?.toString() ?? ""

export const draftOf = (rule: Rule): RuleDraft => ({
  type: rule.type,
  keyword: rule.keyword ?? "",
  likeCount: textOf(rule.likeCount),
  replyCount: textOf(rule.replyCount),
  viewCount: textOf(rule.viewCount),
  lookbackHours: rule.lookbackHours === undefined ? emptyDraft.lookbackHours : textOf(rule.lookbackHours),
  language: rule.language,
  sendExisting: emptyDraft.sendExisting
})

/** Also of full-width digits, which input methods write. NaN for what is no whole number; undefined for nothing. */
export const wholeNumberOf = (typed: string): number | undefined => {
  const text = typed.normalize("NFKC").trim()
  if (text === "") return undefined
  return /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
}

export interface DraftFault {
  readonly path: keyof RuleDraft
  readonly phrase: Phrase
}

const countAtMost = 1_000_000_000

const thresholdFault = (draft: RuleDraft, path: ThresholdName): ReadonlyArray<DraftFault> => {
  const value = wholeNumberOf(draft[path])
  if (value === undefined) return []
  const minimum = ruleMinimums[draft.type][path]
  if (Number.isNaN(value) || value > countAtMost) return [{ path, phrase: phrase("rule.fault.wholeNumber") }]
  return value < minimum ? [{ path, phrase: phrase("rule.fault.minimum", { minimum }) }] : []
}

const keywordFault = ({ type, keyword }: RuleDraft): ReadonlyArray<DraftFault> => {
  if (type === "trending") return []
  if (keyword.trim() === "") return [{ path: "keyword", phrase: phrase("rule.fault.keyword") }]
  if (!keyword.isWellFormed() || keyword.includes("\u0000")) {
    return [{ path: "keyword", phrase: phrase("rule.fault.characters") }]
  }
  return [...keyword].length > maxKeywordLength
    ? [{ path: "keyword", phrase: phrase("rule.fault.keywordLength", { max: maxKeywordLength }) }]
    : []
}

const lookbackFault = ({ type, lookbackHours }: RuleDraft): ReadonlyArray<DraftFault> => {
  if (type === "keyword") return []
  const hours = wholeNumberOf(lookbackHours) ?? 0
  return hours >= 1 && hours <= maxLookbackHours
    ? []
    : [{ path: "lookbackHours", phrase: phrase("rule.fault.lookback", { max: maxLookbackHours }) }]
}

/** What the server would refuse, as far as it can be told here. */
export const faultsOf = (draft: RuleDraft): ReadonlyArray<DraftFault> => [
  ...keywordFault(draft),
  ...(thresholdNames.every((name) => wholeNumberOf(draft[name]) === undefined)
    ? [{ path: "likeCount" as const, phrase: phrase("rule.fault.threshold") }]
    : thresholdNames.flatMap((name) => thresholdFault(draft, name))),
  ...lookbackFault(draft)
]

const counted = (name: ThresholdName | "lookbackHours", typed: string) => {
  const value = wholeNumberOf(typed)
  return value === undefined ? {} : { [name]: value }
}

/** The rule that a draft without faults means. */
export const inputOf = (draft: RuleDraft): RuleInput => ({
  ...(draft.type === "keyword" ? { keyword: draft.keyword } : counted("lookbackHours", draft.lookbackHours)),
  ...counted("likeCount", draft.likeCount),
  ...counted("replyCount", draft.replyCount),
  ...counted("viewCount", draft.viewCount),
  language: draft.language
})

export const isSameRule = (a: RuleDraft, b: RuleDraft): boolean =>
  JSON.stringify(inputOf(a)) === JSON.stringify(inputOf(b))

/** A draft that survives navigation and a new sign-in, in this tab. */
const DraftText = Schema.fromJsonString(RuleDraft)
const decode = Schema.decodeUnknownOption(DraftText)
const encode = Schema.encodeSync(DraftText)

const keyOf = (name: string): string => `heddle.draft.rule.${name}`

const kept = (name: string): RuleDraft | undefined => Option.getOrUndefined(decode(sessionStorage.getItem(keyOf(name))))

export interface KeptDraft {
  readonly draft: RuleDraft
  /** Whether it means another rule than it began with. */
  readonly changed: boolean
  readonly change: (part: Partial<RuleDraft>) => void
  /** Back to what it began with. */
  readonly forget: () => void
}

/** `initial` may change under it, as when another tab saves; what was written stays. */
export const useKeptDraft = (name: string, initial: RuleDraft): KeptDraft => {
  const [written, setWritten] = useState(() => kept(name))
  const draft = written ?? initial
  const forget = () => {
    sessionStorage.removeItem(keyOf(name))
    setWritten(undefined)
  }
  return {
    draft,
    changed: !isSameRule(draft, initial),
    change: (part) => {
      const next = { ...draft, ...part }
      if (encode(next) === encode(initial)) return forget()
      sessionStorage.setItem(keyOf(name), encode(next))
      return setWritten(next)
    },
    forget
  }
}

/** What is wrong with a rule, by field: told here before anything is sent, or by the server. Pure. */
export const failureOfFaults = (faults: ReadonlyArray<DraftFault>, t: Translate): Failure => {
  const errors = faults.map(({ path, phrase }) => ({ path, message: t(phrase.id, phrase.values) }))
  return {
    _tag: "Problem",
    problem: new PortalProblem({
      code: "invalid_parameter",
      status: 400,
      detail: errors.map(({ message }) => message).join(" "),
      errors,
      requestId: null,
      retryAfterSeconds: null
    })
  }
}

const prefix = "rule."

/** The server names fields within the payload; the form has the fields of the rule. */
export const atRuleFields = (failure: Failure | undefined): Failure | undefined => {
  if (failure?._tag !== "Problem") return failure
  const { problem } = failure
  const errors = problem.errors.map(({ path, message }) => ({
    path: path.startsWith(prefix) ? path.slice(prefix.length) : path,
    message
  }))
  return { _tag: "Problem", problem: new PortalProblem({ ...problem, errors }) }
}
