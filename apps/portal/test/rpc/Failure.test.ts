/** What calls fail with. */
import { RuleInput } from "@heddle/api/portal"
import { Schema } from "effect"
import { expect, test } from "vitest"
import { failureOf } from "../../src/rpc/Failure.ts"

test("a payload that the client refuses to send names the fields at fault", () => {
  const schema = Schema.Struct({ rule: RuleInput })
  const failure = (() => {
    try {
      schema.make({ rule: { keyword: "a", likeCount: 3 } })
      return undefined
    } catch (error) {
      return failureOf(error)
    }
  })()
  expect(failure?._tag === "Problem" && failure.problem.errors).toEqual([
    { path: "rule.likeCount", message: "must be at least 10 in a keyword rule" }
  ])
})

test("anything else is an unreachable service", () =>
  expect(failureOf(new Error("x"))).toEqual({ _tag: "Unreachable" }))
