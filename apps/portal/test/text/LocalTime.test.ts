/** Times of inputs without a zone. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { instantOf, localInputOf } from "../../src/text/Formats.ts"

test("a time comes back from the input as it went in, to the second", () => {
  const times = fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
  fc.assert(
    fc.property(times, (time) => {
      time.setMilliseconds(0)
      // An hour that a change of clocks repeats has one name for two times.
      const back = Date.parse(instantOf(localInputOf(time)) ?? "")
      expect(Math.abs(back - time.getTime()) % 1_800_000).toBe(0)
    })
  )
})

test("what is no time is none", () => {
  expect(instantOf("")).toBeUndefined()
  expect(instantOf("yesterday")).toBeUndefined()
  expect(localInputOf("never")).toBe("")
})
