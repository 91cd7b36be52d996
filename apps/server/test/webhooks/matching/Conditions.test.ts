import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { runs } from "../../../../../test/support/Runs.ts"
import { passes } from "../../../src/webhooks/matching/Conditions.ts"
import { at, matchesPlainly, post, postWith, rule, ruleWith } from "./Rules.ts"

const hoursBefore = (hours: number, millis = 0) => new Date(at.getTime() - hours * 3_600_000 - millis)

describe("the conditions of a rule", () => {
  it("equal a plain reading of the rule", () => {
    fc.assert(
      fc.property(rule, post, (rule, post) => {
        assert.strictEqual(passes(rule, post, at), matchesPlainly({ ...rule, keyword: null }, post))
      }),
      { numRuns: runs(500) }
    )
  })

  it("hold up to the last millisecond of the window, and for a post slightly ahead of the clock", () => {
    assert.isTrue(passes(ruleWith({}), postWith({ postedAt: hoursBefore(24) }), at))
    assert.isFalse(passes(ruleWith({}), postWith({ postedAt: hoursBefore(24, 1) }), at))
    assert.isTrue(passes(ruleWith({}), postWith({ postedAt: hoursBefore(0, -500) }), at))
  })
})
