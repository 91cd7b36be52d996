/** How often posts are checked, and how fast. */
import { assert, it } from "@effect/vitest"
import { paceOf } from "../../../src/sources/checks/CheckTasks.ts"
import { nextCheckMillis } from "../../../src/store/checks/CheckRows.ts"

const minute = 60_000

it("a run makes the requests of the time until the next run", () => {
  assert.deepStrictEqual(paceOf(5), { requests: 5, everyMillis: 1_000 })
  assert.deepStrictEqual(paceOf(2.5), { requests: 2, everyMillis: 800 })
  assert.deepStrictEqual(paceOf(0.5), { requests: 1, everyMillis: 2_000 })
})

it("the older a post, the rarer it is checked, and rarer still when nothing moves", () => {
  assert.strictEqual(nextCheckMillis(5 * minute, true), 2 * minute)
  assert.strictEqual(nextCheckMillis(60 * minute, true), 15 * minute)
  assert.strictEqual(nextCheckMillis(60 * minute, false), 30 * minute)
  assert.strictEqual(nextCheckMillis(72 * 60 * minute, true), 12 * 60 * minute)
})
