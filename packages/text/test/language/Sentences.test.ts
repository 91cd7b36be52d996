import { describe, expect, it } from "vitest"
import { accuracy, answer, chineseAccuracy, precision } from "../support/Confusion.ts"
import { type Label, ownSentences } from "../support/Labelled.ts"

const { known, development } = ownSentences()
const everything = answer([...known, ...development])
const unread = answer(development)

describe("on our own sentences", () => {
  it.each<Label>(["zh-Hant", "zh-Hans", "yue", "ja", "ko", "en", "other"])(
    "%s has enough of them, each once",
    (label) => {
      const texts = everything.filter((one) => one.label === label).map(({ text }) => text)
      expect(texts.length).toBeGreaterThanOrEqual(150)
      expect(new Set(texts).size).toBe(texts.length)
    }
  )

  it("tells any Chinese", () => {
    expect(chineseAccuracy(everything)).toBeGreaterThanOrEqual(0.995)
  })

  it.each<Label>(["ja", "ko", "en"])("tells %s", (label) => {
    expect(accuracy(everything, label)).toBeGreaterThanOrEqual(0.98)
  })

  it("takes nothing without a language, and little of another one, for one of ours", () => {
    expect(accuracy(everything, "und")).toBe(1)
    expect(accuracy(everything, "other")).toBeGreaterThanOrEqual(0.95)
  })

  it("tells Cantonese from other Chinese", () => {
    expect(accuracy(everything, "yue")).toBeGreaterThanOrEqual(0.75)
    expect(precision(everything, "yue")).toBeGreaterThanOrEqual(0.99)
  })

  it("tells the script that a text has, and never the other one", () => {
    const scripts = everything.filter(({ label }) => label === "zh-Hant" || label === "zh-Hans")
    // The rest is `zh`: many of these are a few words long, and no character of theirs tells.
    expect(accuracy(scripts, "zh-Hant", "zh-Hans")).toBeGreaterThanOrEqual(0.87)
    expect(scripts.filter((one) => one.label === "zh-Hant" && one.answer === "zh-Hans")).toEqual([])
    expect(scripts.filter((one) => one.label === "zh-Hans" && one.answer === "zh-Hant")).toEqual([])
  })

  it("tells most Japanese without kana, and takes no other language for it", () => {
    expect(accuracy(everything, "ja-kanji")).toBeGreaterThanOrEqual(0.9)
    expect(accuracy(unread, "ja-kanji")).toBeGreaterThanOrEqual(0.85)
    expect(precision(everything, "ja")).toBeGreaterThanOrEqual(0.99)
  })

  it("tells Japanese of which one post in seven is without kana", () => {
    for (const all of [everything, unread]) {
      expect((6 * accuracy(all, "ja") + accuracy(all, "ja-kanji")) / 7).toBeGreaterThanOrEqual(0.98)
    }
  })
})
