import { encode } from "@heddle/text"
import { describe, expect, it } from "vitest"
import { makeScore } from "../../../src/queries/semantic/LexicalEngine.ts"
import { piecesOf, weighTerms } from "../../../src/queries/semantic/TopicTerms.ts"

const sampled = [{ language: "en", posts: 1_000, sampled: 1_000 }]

const scoreOf = (topic: string, shares: Readonly<Record<string, number>> = {}) => {
  const pieces = piecesOf(topic)
  const known = pieces.flatMap(({ piece, term }) => {
    const share = shares[piece]
    return share === undefined ? [] : [{ term, language: "en", share }]
  })
  const score = makeScore(weighTerms(pieces, known, sampled, ["en"]))
  return (text: string) => score(encode(text))
}

describe("the lexical score", () => {
  it("is 0 without a shared term, and higher for a rarer one", () => {
    const score = scoreOf("the quokka", { "<the>": 0.6, "<quokka>": 0.001 })
    expect(score("nothing of it")).toBe(0)
    expect(score("here comes one quokka")).toBeGreaterThan(score("here comes the one"))
  })

  it("grows with every occurrence, ever less, and never reaches 1", () => {
    const score = scoreOf("quokka")
    const scores = [1, 2, 3, 50].map((times) => score("quokka ".repeat(times)))
    expect(scores.toSorted((a, b) => a - b)).toEqual(scores)
    expect(scores.at(-1)).toBeLessThan(1)
  })

  it("is lower for the same words in a longer text", () => {
    const score = scoreOf("quokka")
    expect(score("a quokka")).toBeGreaterThan(score(`a quokka ${"and something else ".repeat(20)}`))
  })

  it("compares adjacent characters, not the hashes of their terms", () => {
    const score = scoreOf("咖啡")
    expect(score("咖啡店")).toBeGreaterThan(score("啡咖店"))
  })
})
