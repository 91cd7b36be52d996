/** Drafts of rules, against the schema that the server checks them with. */
import { Language, RuleId, RuleInput, ruleMinimums } from "@heddle/api/portal"
import { Result, Schema } from "effect"
import fc from "fast-check"
import { expect, test } from "vitest"
import {
  draftOf,
  emptyDraft,
  faultsOf,
  inputOf,
  type RuleDraft,
  wholeNumberOf
} from "../../../src/features/rules/Draft.ts"

const typed = fc.oneof(
  fc.constantFrom("", " ", "0", "9", "10", "100", "20000", "５００", "1e3", "-5", "1,000", "4.5", "99999999999", "73"),
  fc.nat({ max: 30_000 }).map(String)
)
const drafts: fc.Arbitrary<RuleDraft> = fc.record({
  type: fc.constantFrom("keyword" as const, "trending" as const),
  keyword: fc.oneof(
    fc.constantFrom("", " ", "AI工具", "\ud800", "a\u0000b", "字".repeat(100), "字".repeat(101)),
    fc.string()
  ),
  likeCount: typed,
  replyCount: typed,
  viewCount: typed,
  lookbackHours: typed,
  language: fc.constantFrom(...Language.to.literals),
  sendExisting: fc.boolean()
})

const isRule = (draft: RuleDraft): boolean => Result.isSuccess(Schema.decodeUnknownResult(RuleInput)(inputOf(draft)))

test("a draft without faults is a rule that the schema takes, and the other way round", () => {
  fc.assert(
    fc.property(drafts, (draft) => {
      // The schema takes a blank keyword for that of a trending rule or one without a token.
      const isBlank = draft.type === "keyword" && draft.keyword.trim() === ""
      expect(isRule(draft) && !isBlank).toBe(faultsOf(draft).length === 0)
    }),
    { numRuns: 500 }
  )
})

test("a rule comes back from its draft", () => {
  const rule = { keyword: "咖啡", likeCount: 20, language: "zh-Hant" as const }
  const stored = { ...rule, id: RuleId.make("rule_1"), type: "keyword" as const, createdAt: "2026-11-22T00:00:00Z" }
  expect(inputOf(draftOf(stored))).toEqual(rule)
})

test("the draft that a new rule begins with lacks the keyword only", () => {
  expect(faultsOf(emptyDraft).map(({ path }) => path)).toEqual(["keyword"])
})

test("a threshold below the minimum of the kind names the minimum", () => {
  const draft: RuleDraft = { ...emptyDraft, type: "trending", likeCount: "50" }
  expect(faultsOf(draft)).toEqual([
    {
      path: "likeCount",
      phrase: { id: "rule.fault.minimum", values: { minimum: ruleMinimums.trending.likeCount } }
    }
  ])
})

test("full-width digits of an input method are digits", () => expect(wholeNumberOf("５０")).toBe(50))
