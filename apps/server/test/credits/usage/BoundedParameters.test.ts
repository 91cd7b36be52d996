/** Stored parameters are short, say that they were cut, and stay as they are when they fit. */
import { assert, it } from "@effect/vitest"
import fc from "fast-check"
import { boundedParameters, maxParameterBytes } from "../../../src/credits/usage/BoundedParameters.ts"

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

it("short parameters are unchanged", () => {
  const parameters = { keywords: ["a", "台積電"], limit: 50, include_details: true }
  assert.strictEqual(boundedParameters(parameters), parameters)
})

it("a long list says how many items are left out, a long text ends with an ellipsis", () => {
  const usernames = Array.from({ length: 50 }, (_, index) => `somebody_with_a_long_name_${index}`)
  const { usernames: kept, limit } = boundedParameters({ usernames, limit: 5 })
  assert.strictEqual(limit, 5)
  assert.isArray(kept)
  if (!Array.isArray(kept)) return
  assert.deepStrictEqual(kept.slice(0, -1), usernames.slice(0, kept.length - 1))
  assert.strictEqual(kept.at(-1), `… ${50 - (kept.length - 1)} more`)
  const { keyword } = boundedParameters({ keyword: "台".repeat(2_000), call: "create_rule" })
  assert.match(String(keyword), /^台+…$/)
})

it("whatever the parameters, they fit and no character is cut in two", () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.stringMatching(/^[a-z_]{1,12}$/),
        fc.oneof(
          fc.integer(),
          fc.string({ unit: "binary", maxLength: 3_000, size: "max" }),
          fc.array(fc.string({ unit: "grapheme", maxLength: 200 }), { maxLength: 60, size: "max" })
        ),
        { maxKeys: 12 }
      ),
      (parameters) => {
        const bounded = boundedParameters(parameters)
        assert.isAtMost(bytesOf(bounded), maxParameterBytes)
        assert.sameMembers(Object.keys(bounded), Object.keys(parameters))
        assert.notInclude(JSON.stringify(bounded), JSON.stringify(parameters).includes("\ufffd") ? "never" : "\ufffd")
      }
    ),
    { numRuns: 300 }
  )
})
