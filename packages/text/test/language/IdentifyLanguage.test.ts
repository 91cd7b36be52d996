import fc from "fast-check"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { runs } from "../../../../test/support/Runs.ts"
import { identifyLanguage, type Language, languages } from "../../src/index.ts"
import { mixedText } from "../support/Arbitraries.ts"
import { expected, readLabelled } from "../support/Labelled.ts"

/** Short posts of our own making, in the voice of real ones. */
const posts = [...readLabelled(join(import.meta.dirname, "posts")).values()].flat()

it.each(posts)("$label is the language of $text", ({ label, text }) => {
  expect(identifyLanguage(text)).toBe(expected(label))
})

describe("the hint decides only what the text leaves open", () => {
  it.each<[string, string | undefined, Language]>([
    ["晚安", undefined, "zh"],
    ["晚安", "zh-TW", "zh-Hant"],
    ["晚安", "zh-Hans-CN", "zh-Hans"],
    ["晚安", "yue", "yue"],
    ["晚安", "en", "zh"],
    ["了解", "ja-JP", "ja"],
    ["謝謝你們", "zh-CN", "zh-Hant"],
    ["谢谢你们", "ja", "zh-Hans"],
    ["ありがとう", "en", "ja"],
    ["thank you so much", "es", "en"],
    ["Zaragoza", "es", "other"],
    ["Zaragoza", undefined, "en"],
    ["muchas gracias a todos", "en", "other"],
    ["😍", "zh-TW", "zh-Hant"],
    ["😍", "und", "other"],
    ["😍", undefined, "other"],
    ["", undefined, "other"]
  ])("%s with %s is %s", (text, hint, language) => {
    expect(identifyLanguage(text, hint)).toBe(language)
  })
})

describe("Japanese without kana, and Chinese about the same", () => {
  it.each<[string, Language]>([
    ["本日定休日", "ja"],
    ["本日公休", "zh"],
    ["駐車場満車", "ja"],
    ["接受付款", "zh"],
    ["受付中", "ja"],
    ["二日目", "ja"],
    ["第一時間", "zh-Hant"],
    ["馬券的中", "ja"],
    ["沖縄好玩的地方", "zh-Hant"],
    ["東京駅好多人，我們先走了", "zh-Hant"],
    ["起床時間到了", "zh-Hant"],
    ["全力疾走", "ja"],
    ["居酒屋深夜食堂", "zh"]
  ])("%s is %s", (text, language) => {
    expect(identifyLanguage(text)).toBe(language)
  })

  it("takes a single の between words of Chinese for an ornament", () => {
    expect(identifyLanguage("夜市の小吃 超好吃")).toMatch(/^zh/)
    expect(identifyLanguage("東京の夜景")).toBe("ja")
  })
})

describe("Chinese with a name or a saying of Japan, and Japanese with words of Chinese", () => {
  it.each<[string, RegExp]>([
    ["日本人說「よろしくお願いします」到底要怎麼翻", /^zh-Hant$/],
    ["推薦這家ラーメン凪，湯頭超濃", /^zh-Hant$/],
    ["终于抢到あいみょん的票了", /^zh-Hans$/],
    ["今日食咗サイゼリヤ，好抵食", /^yue$/],
    ["「我愛你」って言われてもわからんて", /^ja$/],
    ["我が家の猫", /^ja$/],
    ["渡邊さん誕生日おめでとう", /^ja$/],
    ["祝・優勝", /^ja$/],
    ["有沒有安娜・李的八卦", /^zh-Hant$/]
  ])("%s is %s", (text, language) => {
    expect(identifyLanguage(text)).toMatch(language)
  })
})

describe("a kana alone", () => {
  it.each<[string, Language]>([
    ["え？", "ja"],
    ["は...", "ja"],
    ["¯\\_(ツ)_/¯", "other"],
    ["(・∀・)ノ", "other"],
    ["づ・ω・づ", "other"]
  ])("%s is %s", (text, language) => {
    expect(identifyLanguage(text)).toBe(language)
  })
})

describe("a long text", () => {
  it("is told by its beginning", () => {
    expect(identifyLanguage(`${"今天下雨了，".repeat(200)}${"thank you so much ".repeat(1_000)}`)).toBe("zh")
    expect(identifyLanguage("thank you so much ".repeat(1_000))).toBe("en")
  })
})

describe("any text", () => {
  it("has one of the languages, whatever the hint", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), mixedText(12)),
        fc.option(fc.string(), { nil: undefined }),
        (text, hint) => {
          expect(languages).toContain(identifyLanguage(text, hint))
        }
      ),
      { numRuns: runs(500) }
    )
  })

  it("has the same language in every Unicode form", () => {
    fc.assert(
      fc.property(mixedText(12), (text) => {
        expect(identifyLanguage(text.toWellFormed().normalize("NFD"))).toBe(identifyLanguage(text))
      })
    )
  })
})
