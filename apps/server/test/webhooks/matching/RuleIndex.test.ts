/** The index of rules finds what trying every rule finds, whatever was added and removed before. */
import { assert, describe, it } from "@effect/vitest"
import type { RuleId } from "@heddle/api"
import fc from "fast-check"
import { runs } from "../../../../../test/support/Runs.ts"
import type { Candidate, Reach } from "../../../src/store/posts/PostChangeFeed.ts"
import { makeRuleIndex } from "../../../src/webhooks/matching/RuleIndex.ts"
import type { MatchableRule } from "../../../src/webhooks/management/RuleRow.ts"
import { at, matchesPlainly, post, rule } from "./Rules.ts"

const indexOf = (rules: ReadonlyArray<MatchableRule>) => {
  const index = makeRuleIndex<MatchableRule>()
  for (const one of rules) index.add(one)
  return index
}

const sorted = (rules: ReadonlyArray<MatchableRule>) => rules.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** The last rule of each id. */
const lastOfEach = (rules: ReadonlyArray<MatchableRule>) => [...new Map(rules.map((one) => [one.id, one])).values()]

const reaches = (post: Candidate, { likeCount, replyCount, impressionCount }: Reach): boolean =>
  (likeCount !== null && post.likeCount >= likeCount) ||
  (replyCount !== null && post.replyCount >= replyCount) ||
  (impressionCount !== null && post.impressionCount !== null && post.impressionCount >= impressionCount)

describe("the index of rules", () => {
  it("finds what trying every rule finds, after any additions, replacements and removals", () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: rule.map((rule) => ({ kind: "add" as const, rule })) },
      { weight: 3, arbitrary: rule.map((rule) => ({ kind: "remove" as const, rule })) },
      { weight: 2, arbitrary: post.map((post) => ({ kind: "match" as const, post })) }
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const index = makeRuleIndex<MatchableRule>()
        const live = new Map<RuleId, MatchableRule>()
        for (const one of steps) {
          if (one.kind === "add") {
            live.set(one.rule.id, one.rule)
            index.add(one.rule)
          } else if (one.kind === "remove") {
            live.delete(one.rule.id)
            index.remove(one.rule)
          } else {
            const expected = [...live.values()].filter((rule) => matchesPlainly(rule, one.post))
            assert.deepStrictEqual(sorted(index.match(one.post, at)), sorted(expected))
          }
        }
      }),
      { numRuns: runs(500) }
    )
  })

  it("is empty again after all rules are removed, in any order", () => {
    const shuffled = fc
      .array(rule, { maxLength: 40 })
      .chain((rules) => fc.tuple(fc.constant(rules), fc.shuffledSubarray(rules, { minLength: rules.length })))
    fc.assert(
      fc.property(shuffled, post, ([rules, order], post) => {
        const index = indexOf(rules)
        for (const one of order) index.remove(one)
        assert.strictEqual(index.size, 0)
        assert.isEmpty(index.match(post, at))
        assert.deepStrictEqual(index.reach(), { likeCount: null, replyCount: null, impressionCount: null })
      }),
      { numRuns: runs(200) }
    )
  })

  it("says what a post must reach: no post below it matches, and each bound is some rule's threshold", () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 20 }), post, (rules, post) => {
        const index = indexOf(rules)
        const reach = index.reach()
        if (!reaches(post, reach)) assert.isEmpty(index.match(post, at))
        const live = lastOfEach(rules)
        const { likeCount, replyCount, impressionCount } = reach
        assert.isTrue(likeCount === null || likeCount === 0 || live.some((rule) => rule.likeCount === likeCount))
        assert.isTrue(replyCount === null || live.some((rule) => rule.replyCount === replyCount))
        assert.isTrue(impressionCount === null || live.some((rule) => rule.viewCount === impressionCount))
      }),
      { numRuns: runs(500) }
    )
  })
})
