import { encode, termPiecesOf } from "@heddle/text"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeScore } from "../../../src/queries/semantic/LexicalEngine.ts"
import { piecesOf, weighTerms } from "../../../src/queries/semantic/TopicTerms.ts"

/** The posts are in `zh-Hant` alone, and a tenth as many in `ja` are not compared. */
const sampled = [
  { language: "zh-Hant", posts: 1_000, sampled: 1_000 },
  { language: "ja", posts: 100, sampled: 100 }
]

const termsOf = (topic: string, shares: Readonly<Record<string, number>> = {}, language = "zh-Hant") => {
  const pieces = piecesOf(topic, [language])
  const known = Object.entries(shares).flatMap(([piece, share]) =>
    termPiecesOf(encode(piece))
      .slice(-1)
      .map(({ term }) => ({ term, language, share }))
  )
  return weighTerms(pieces, known, sampled, [language])
}

const scoreOf = (...topic: Parameters<typeof termsOf>) => {
  const score = makeScore(termsOf(...topic))
  return (text: string) => score(encode(text))
}

/** The same in both scripts, also with characters that the simplified script has merged. */
const parts = [
  ["頭髮", "头发"],
  ["發展", "发展"],
  ["後台", "后台"],
  ["皇后", "皇后"],
  ["颱風", "台风"],
  ["臺灣", "台湾"],
  ["裡面", "里面"],
  ["乾淨", "干净"],
  ["關係", "关系"],
  ["今天", "今天"],
  ["，", "，"],
  ["AI", "AI"]
] as const

const inBothScripts = fc
  .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 8 })
  .map((some) => ({ traditional: some.map(([one]) => one).join(""), simplified: some.map(([, one]) => one).join("") }))

describe("the lexical score", () => {
  it("is 0 without a shared term, and higher for a rarer one", () => {
    const score = scoreOf("the quokka", { the: 0.6, quokka: 0.001 })
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

  it("is the same for a text in either script, if the topic is simplified", () => {
    fc.assert(
      fc.property(inBothScripts, inBothScripts, (topic, text) => {
        const score = scoreOf(topic.simplified)
        expect(score(text.traditional)).toBe(score(text.simplified))
      })
    )
  })

  it("is no lower for the simplified text, if the topic is traditional, which tells more words apart", () => {
    fc.assert(
      fc.property(inBothScripts, inBothScripts, (topic, text) => {
        const score = scoreOf(topic.traditional)
        expect(score(text.simplified)).toBeGreaterThanOrEqual(score(text.traditional))
      })
    )
    expect(scoreOf("頭髮")("頭髮")).toBe(scoreOf("頭髮")("头发"))
    expect(scoreOf("頭髮")("發展")).toBe(0)
  })

  it("counts a piece in all its forms as one: their shares are added, and no form more than another", () => {
    const [term] = termsOf("头", { 头: 0.2, 頭: 0.1 })
    expect(term?.share).toBeCloseTo(0.3)
    expect(termsOf("头").map(({ weight }) => weight)).toEqual(termsOf("今").map(({ weight }) => weight))
    expect(scoreOf("头")("頭头")).toBe(scoreOf("头")("头头"))
  })

  it("keeps characters apart where no Chinese post is compared: 机 is no 機 in Japanese", () => {
    expect(scoreOf("机", {}, "ja")("機")).toBe(0)
    expect(scoreOf("机", {}, "ja")("机")).toBeGreaterThan(0)
  })
})
