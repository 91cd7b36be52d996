import { describe, expect, it } from "vitest"
import { passesOf } from "../../../src/queries/semantic/Passes.ts"

/** A term with this many of 1,000 posts. */
const term = (posts: number, piece = `<${posts}>`) => ({
  term: posts,
  piece,
  variants: [],
  kind: piece.startsWith("<") ? ("word" as const) : ("pair" as const),
  share: posts / 1_000,
  wanted: posts,
  posts,
  weight: 1
})

describe("the passes over candidates", () => {
  it("begin with the rarest terms that have as many posts as may be read", () => {
    const [first] = passesOf([term(1), term(4), term(5), term(6)], 10)
    expect(first).toEqual({ anyOf: [[[term(1), term(4), term(5)]]], newest: 1 })
  })

  it("begin with posts of fewer rare terms and of two others, where these are about as many", () => {
    const [rare, a, b, c] = [term(20), term(40), term(50), term(60)]
    const [first, second] = passesOf([rare, a, b, c], 60)
    // 40 × 50 + 40 × 60 + 50 × 60 of 1,000 are 7, below a sixth of 60.
    expect(first).toEqual({
      anyOf: [[[rare]], [[a, c], [b]], [[a, b], [c]]],
      newest: 1
    })
    expect(second).toEqual({ anyOf: [[[rare, a]]], newest: 1 })
  })

  it("do not take the overlapping pairs of one word for two", () => {
    const [one, other, word] = [term(40, "咖啡"), term(41, "啡店"), term(50)]
    expect(passesOf([one, other, word], 60)[0]?.anyOf).toEqual([[[one, other], [word]]])
    expect(passesOf([one, other], 60)[0]).toEqual({ anyOf: [[[one]]], newest: 1 })
  })

  it("go on with the others one by one, each over the time in which it has as many", () => {
    expect(passesOf([term(1), term(20), term(40)], 10).slice(-2)).toEqual([
      { anyOf: [[[term(20)]]], newest: 0.5 },
      { anyOf: [[[term(40)]]], newest: 0.25 }
    ])
  })

  it("are few, and none is empty", () => {
    const passes = passesOf(
      Array.from({ length: 50 }, (_, at) => term(100 + at)),
      10
    )
    expect(passes.length).toBeLessThanOrEqual(5)
    for (const { anyOf } of passes) {
      expect(anyOf.length).toBeGreaterThan(0)
      for (const lists of anyOf) for (const list of lists) expect(list.length).toBeGreaterThan(0)
    }
    expect(passesOf([], 10)).toEqual([])
  })
})
