import { describe, expect, it } from "vitest"
import { passesOf } from "../../../src/queries/semantic/Candidates.ts"

const term = (posts: number) => ({ term: posts, piece: String(posts), posts, weight: 1 })

describe("the passes over candidates", () => {
  it("begin with the rarest terms that have as many posts as may be read", () => {
    const [first] = passesOf([term(1), term(4), term(5), term(6)], 10)
    expect(first).toEqual({ terms: [term(1), term(4), term(5)], newest: 1 })
  })

  it("go on with the others one by one, each over the time in which it has as many", () => {
    expect(passesOf([term(1), term(20), term(40)], 10).slice(1)).toEqual([
      { terms: [term(20)], newest: 0.5 },
      { terms: [term(40)], newest: 0.25 }
    ])
  })

  it("are few, and none is empty", () => {
    const passes = passesOf(
      Array.from({ length: 50 }, (_, at) => term(100 + at)),
      10
    )
    expect(passes).toHaveLength(4)
    for (const { terms } of passes) expect(terms).toHaveLength(1)
    expect(passesOf([], 10)).toEqual([])
  })
})
