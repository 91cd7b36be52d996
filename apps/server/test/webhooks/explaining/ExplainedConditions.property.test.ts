/** The conditions of a rule all hold exactly when the index of rounds finds it. */
import { assert, describe, it } from "@effect/vitest"
import { encode, languages } from "@heddle/text"
import fc from "fast-check"
import { runs } from "../../../../../test/support/Runs.ts"
import type { Candidate } from "../../../src/store/posts/PostChangeFeed.ts"
import { conditionsOf } from "../../../src/webhooks/explaining/Explanations.ts"
import { captions } from "../../support/RandomPosts.ts"
import { anyRule, isFound, ruleFrom } from "../../support/Rules.ts"

const at = new Date("2026-11-22T12:00:00Z")
const hour = 3_600_000

const near = (...values: ReadonlyArray<number>) =>
  fc.constantFrom(...values.flatMap((value) => [value - 1, value, value + 1]))

const post: fc.Arbitrary<Candidate> = fc.record({
  code: fc.constant("post"),
  tokenText: fc
    .tuple(fc.constantFrom(...Object.values(captions)), fc.subarray(["wombats", "咖啡", "台積電", "コーヒー"]))
    .map((parts) => encode(parts.flat().join(" "))),
  language: fc.constantFrom(...languages),
  postedAt: near(1, 5, 24, 72).chain((hours) =>
    fc.constantFrom(-1, 0, 1).map((millis) => new Date(at.getTime() - hours * hour + millis))
  ),
  likeCount: near(10, 500, 1_000),
  replyCount: near(100),
  impressionCount: fc.option(near(20_000), { nil: null })
})

describe("the conditions of a rule", () => {
  it("all hold exactly when the rule matches", () => {
    fc.assert(
      fc.property(anyRule, post, (input, post) => {
        const rule = ruleFrom(input)
        const all = conditionsOf(rule, post, at)
        assert.strictEqual(
          all.every(({ holds }) => holds),
          isFound(rule, post, at)
        )
        for (const { name, wanted, actual, holds } of all) {
          if (name === "window") assert.strictEqual(Number(actual) <= Number(wanted), holds)
        }
      }),
      { numRuns: runs(2_000) }
    )
  })
})
