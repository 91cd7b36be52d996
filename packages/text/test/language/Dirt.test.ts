import { describe, expect, it } from "vitest"
import { identifyLanguage } from "../../src/index.ts"
import { dirt, soil } from "../support/Dirt.ts"
import { expected, type Label, ownSentences } from "../support/Labelled.ts"

const shortest = 8
const { known, development } = ownSentences()
const sentences = [...known, ...development].filter(({ text }) => text.length >= shortest)

/** What dirt costs, in percentage points of the sentences of a label. */
const cost = (label: Label, kind: string | undefined): number => {
  const texts = sentences.filter((one) => one.label === label)
  const isRight = (text: string) => identifyLanguage(text) === expected(label)
  const clean = texts.filter(({ text }) => isRight(text)).length
  const dirty = texts.filter(({ text }, index) =>
    isRight(soil(text, index + 1, kind === undefined ? kind : dirt[kind]))
  )
  return (100 * (clean - dirty.length)) / texts.length
}

describe.each<Label>(["zh-Hant", "zh-Hans", "yue", "ja", "ja-kanji", "ko", "en", "other"])("posts in %s", (label) => {
  it.each([undefined, ...Object.keys(dirt)])("are identified as well as their sentences, in spite of %s", (kind) => {
    expect(cost(label, kind)).toBeLessThanOrEqual(0.5)
  })
})

describe("the source's tag decides what is left when the rest is short", () => {
  it.each([
    ["新曲 youtu.be/dQw4w9WgXcQ", "ja", "ja"],
    ["新刊です booth.pm/ja/items/1234567", "ja", "ja"],
    ["推薦這集 podcast.fm/episodes/how-to-build-a-startup-from-nothing", "zh", "zh-Hant"],
    ["更新 gov.uk/government/publications/some-long-report-name", "zh-TW", "zh-Hant"],
    ["おめでとう :tada_party_blob_cat_dance_long:", "en", "ja"],
    ["LOL", "ja", "ja"],
    ["OK https://example.com", "ko", "ko"],
    ["iPhone 15 Pro", "zh-CN", "zh-Hans"],
    ["Zaragoza", "es", "other"],
    ["thank you all so much for coming", "ja", "en"],
    ["新曲 Never Gonna Give You Up", "ja", "ja"],
    ["Learn how to say 你好 in one minute every day", "zh", "en"],
    ["最高", "zh-TW", "zh-Hant"],
    ["最高", "ja", "ja"],
    ["最高", undefined, "ja"],
    ["https://example.com", "ja", "ja"],
    ["https://example.com", undefined, "other"]
  ])("%s tagged %s is %s", (text, hint, language) => {
    expect(identifyLanguage(text, hint)).toBe(language)
  })
})
