/** The judgements behind the checks of `heddle doctor`. */
import { assert, describe, it } from "@effect/vitest"
import { clockOffMillis, describeIndexes, describeRoom } from "../../../src/transport/operator/SelfChecks.ts"

describe("Checks of the surroundings", () => {
  it("a clock is off only by what the time of asking does not explain", () => {
    assert.strictEqual(clockOffMillis(1_500, 1_000, 2_000), 0)
    assert.strictEqual(clockOffMillis(5_000, 1_000, 2_000), 3_000)
    assert.strictEqual(clockOffMillis(400, 1_000, 2_000), -600)
  })

  it("warns of less than 1 GB, and of less than a twentieth", () => {
    assert.strictEqual(describeRoom(20e9, 100e9).state, "ok")
    assert.strictEqual(describeRoom(4e9, 100e9).state, "warning")
    assert.strictEqual(describeRoom(0.9e9, 2e9).state, "warning")
    assert.include(describeRoom(4e9, 100e9).text, "4.0 of 100.0 GB free")
  })
  it("says how far indexes are that are made in the background", () => {
    assert.deepStrictEqual(describeIndexes([]), [])
    const phase = "building index: scanning table, 41 %"
    const [check] = describeIndexes([
      { index: "posts_url", isDropped: false, partitions: 31, built: 12, phase },
      { index: "posts_author", isDropped: true, partitions: 1, built: 0, phase: null }
    ])
    assert.strictEqual(check?.state, "warning")
    assert.include(check?.text, `posts_url 12 of 31, ${phase}; posts_author is dropped`)
  })
})
