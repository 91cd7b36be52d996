import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { lemma } from "../src/Lemma.ts"

/** The words of each pair are on either side of a slash. */
const pairs = (name: string): Array<[string, string]> =>
  readFileSync(new URL(`lemmas/${name}.txt`, import.meta.url), "utf8")
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [a = "", b = ""] = pair.split("/")
      return [a, b]
    })

describe("forms of one word have one lemma", () => {
  it.each(pairs("same"))("%s = %s", (a, b) => {
    expect(lemma(a)).toBe(lemma(b))
  })
})

describe("different words have different lemmas", () => {
  it.each(pairs("different"))("%s is not %s", (a, b) => {
    expect(lemma(a)).not.toBe(lemma(b))
  })
})

describe("what is no English word stands for itself", () => {
  it.each(["cafés", "gpt4s", "кошки", "s", "ing", "1990s", "a".repeat(30) + "s"])("%s is its own lemma", (word) => {
    expect(lemma(word)).toBe(word)
  })
})
