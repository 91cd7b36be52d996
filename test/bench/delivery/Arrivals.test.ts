import { assert, describe, it } from "vitest"
import { mostInWindow, orderOf } from "./Arrivals.ts"

describe("arrivals", () => {
  it("counts the fullest window, whose end is open", () => {
    assert.strictEqual(mostInWindow([], 10), 0)
    assert.strictEqual(mostInWindow([0, 10, 20], 10), 1)
    assert.strictEqual(mostInWindow([0, 1, 9, 10, 10, 11], 10), 4)
  })

  it("counts pairs in the wrong order and the longest way to the right place", () => {
    assert.deepInclude(orderOf([3, 5, 8]), { inversions: 0, pairs: 3, maxDisplacement: 0 })
    assert.deepInclude(orderOf([8, 3, 5]), { inversions: 2, pairs: 3, maxDisplacement: 2 })
    assert.deepInclude(orderOf([4, 3, 2, 1]), { inversions: 6, pairs: 6, maxDisplacement: 3 })
  })
})
