/** How many days the pace of an account is taken from. */
import { assert, it } from "vitest"
import { usageDays } from "../../../src/credits/usage/RunwayForecast.ts"

const after = (hours: number) => usageDays(new Date(0), new Date(hours * 3_600_000))

it("a first day is a whole day, so that its first minutes are no pace", () => {
  assert.strictEqual(after(0.1), 1)
  assert.strictEqual(after(23), 1)
})

it("after that, the age of the account, up to a week", () => {
  assert.strictEqual(after(60), 2.5)
  assert.strictEqual(after(1000), 7)
})
