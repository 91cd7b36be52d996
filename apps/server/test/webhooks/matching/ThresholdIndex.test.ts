/** The index of thresholds visits every rule that a post reaches, and none whose hardest threshold it does not reach. */
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { runs } from "../../../../../test/support/Runs.ts"
import type { Candidate } from "../../../src/store/posts/PostChangeFeed.ts"
import type { MatchableRule } from "../../../src/webhooks/management/RuleRow.ts"
import { ThresholdIndex } from "../../../src/webhooks/matching/ThresholdIndex.ts"
import { post, postWith, rule, ruleWith } from "./Rules.ts"

const indexOf = (rules: ReadonlyArray<MatchableRule>) => {
  const index = new ThresholdIndex<MatchableRule>()
  for (const one of rules) index.add(one)
  return index
}

const candidates = (index: ThresholdIndex<MatchableRule>, post: Candidate) => {
  const found: Array<MatchableRule> = []
  index.eachCandidate(post, (rule) => found.push(rule))
  return found
}

const reachesAll = (rule: MatchableRule, post: Candidate): boolean =>
  post.likeCount >= (rule.likeCount ?? 0) &&
  post.replyCount >= (rule.replyCount ?? 0) &&
  (rule.viewCount === null || (post.impressionCount !== null && post.impressionCount >= rule.viewCount))

describe("the index of thresholds", () => {
  it("visits each rule that the post reaches once, after any removals", () => {
    const some = fc
      .array(rule, { maxLength: 40 })
      .chain((rules) => fc.tuple(fc.constant(rules), fc.subarray(rules), fc.array(post, { maxLength: 5 })))
    fc.assert(
      fc.property(some, ([rules, removed, posts]) => {
        const index = indexOf(rules)
        for (const one of removed) index.remove(one)
        const left = rules.filter((one) => !removed.includes(one))
        for (const post of posts) {
          const found = candidates(index, post)
          assert.strictEqual(new Set(found).size, found.length)
          assert.isTrue(found.every((one) => left.includes(one)))
          assert.isTrue(left.every((one) => found.includes(one) || !reachesAll(one, post)))
        }
        assert.strictEqual(index.isEmpty, left.length === 0)
      }),
      { numRuns: runs(300) }
    )
  })

  it("visits no rule whose hardest threshold the post does not reach", () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 40 }), post, (rules, post) => {
        const unreachable = rules.map((rule) => ({ ...rule, viewCount: 1_000_000_000 }))
        assert.isEmpty(candidates(indexOf(unreachable), post))
      }),
      { numRuns: runs(100) }
    )
  })

  it("compares thresholds of different measures: 20,000 views are harder than 20 likes", () => {
    const index = indexOf([ruleWith({ likeCount: 20, viewCount: 20_000 })])
    assert.isEmpty(candidates(index, postWith({ likeCount: 1_000_000, impressionCount: 19_999 })))
    assert.lengthOf(candidates(index, postWith({ likeCount: 0, impressionCount: 20_000 })), 1)
  })
})
