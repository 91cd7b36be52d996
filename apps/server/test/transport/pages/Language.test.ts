/** Which language a person is answered in, and the texts in each. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { runs } from "../../../../../test/support/Runs.ts"
import { isLanguage, languageCookie, languageFor, languages } from "../../../src/transport/pages/Language.ts"
import { fill, markup, textsOf } from "../../../src/transport/pages/Texts.ts"
import { rawTextsIn, textsIn } from "../../support/PageTexts.ts"

const preferred = (acceptLanguage?: string) => languageFor({ chosen: undefined, acceptLanguage })

describe("the language of a page", () => {
  it.each([
    [undefined, "en"],
    ["", "en"],
    ["en-GB,en;q=0.9", "en"],
    ["fr, de;q=0.9", "en"],
    ["zh-TW,zh;q=0.9,en-US;q=0.8,en;q=0.7", "zh-Hant"],
    ["zh-HK", "zh-Hant"],
    ["zh-Hant", "zh-Hant"],
    ["zh-Hant-TW", "zh-Hant"],
    ["zh", "zh-Hant"],
    ["zh-CN", "zh-Hant"],
    ["yue", "zh-Hant"],
    ["JA", "ja"],
    ["ja-JP", "ja"],
    ["fr, ja;q=0.8", "ja"],
    ["en;q=0.5, ja;q=0.9, zh;q=0.7", "ja"],
    ["ja;q=0.5,zh-TW", "zh-Hant"],
    ["ja ; q=0.5 , zh-TW ; q=0.6", "zh-Hant"],
    ["ja;q=0, en;q=0.1", "en"],
    ["ja;q=0.000, zh;q=0.001", "zh-Hant"],
    ["*", "en"],
    ["*;q=0.9, ja;q=0.1", "ja"],
    ["ja;q=2, zh", "zh-Hant"],
    ["ja;q=high, zh;q=0.1", "zh-Hant"],
    ["jam, javanese", "en"],
    ["constructor, __proto__", "en"],
    [";;;,,,q=1", "en"]
  ])("is, for Accept-Language %s, %s", (acceptLanguage, language) => {
    assert.strictEqual(preferred(acceptLanguage), language)
  })

  it("is the chosen one, and the browser's if the cookie says nothing that we know", () => {
    assert.strictEqual(languageFor({ chosen: "ja", acceptLanguage: "zh-TW" }), "ja")
    assert.strictEqual(languageFor({ chosen: "en", acceptLanguage: "zh-TW" }), "en")
    for (const chosen of ["", "JA", "zh", "fr", "constructor", "%E0%A4%A"]) {
      assert.strictEqual(languageFor({ chosen, acceptLanguage: "zh-TW" }), "zh-Hant")
    }
  })

  it("is one of ours, whatever a client sends", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (chosen, acceptLanguage) => {
        assert.isTrue(isLanguage(languageFor({ chosen, acceptLanguage })))
      }),
      { numRuns: runs(500) }
    )
  })

  it("is the one with the highest quality, the first of several with the same", () => {
    const quality = fc.integer({ min: 1, max: 1000 }).map((thousandths) => thousandths / 1000)
    const known = new Map([
      ["en-US", "en"],
      ["zh-TW", "zh-Hant"],
      ["ja", "ja"]
    ])
    const tag = fc.constantFrom(...known.keys(), "fr", "ko-KR")
    fc.assert(
      fc.property(fc.array(fc.tuple(tag, quality), { maxLength: 8 }), (ranges) => {
        const ours = ranges.filter(([tag]) => known.has(tag))
        const highest = Math.max(...ours.map(([, quality]) => quality))
        const best = ours.find(([, quality]) => quality === highest)
        const header = ranges.map(([tag, quality]) => `${tag};q=${quality}`).join(", ")
        assert.strictEqual(preferred(header), known.get(best?.[0] ?? "en-US"))
      }),
      { numRuns: runs(300) }
    )
  })

  it("is remembered as by the portal's own script", () => {
    assert.strictEqual(languageCookie("zh-Hant"), "heddle_lang=zh-Hant; Path=/; Max-Age=31536000; SameSite=Lax")
  })
})

describe("the texts of the pages", () => {
  it.each(["zh-Hant", "ja"] as const)("are all translated to %s", (language) => {
    const english = new Map(textsIn(textsOf.en))
    for (const [name, text] of textsIn(textsOf[language])) {
      assert.notStrictEqual(text, english.get(name), name)
      assert.match(text, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u, name)
    }
  })

  it("have the same values and tags in each language", () => {
    const [english, ...others] = Object.keys(languages)
      .filter(isLanguage)
      .map((language) => {
        const { refusals: _, ...texts } = textsOf[language]
        return rawTextsIn(texts).map(([name, text]) => [name, ...(text.match(/\{\w+\}|<[^>]*>/g) ?? []).toSorted()])
      })
    for (const other of others) assert.deepStrictEqual(other, english)
  })

  it("take values as text, whatever is in them", () => {
    assert.strictEqual(fill("{a} of {b}", { a: "<{b}>", b: 2 }), "<{b}> of 2")
    assert.strictEqual(markup("<b>{a}</b> {b}", { a: "<i>&{b}", b: 2 }).text, "<b>&lt;i&gt;&amp;{b}</b> 2")
  })

  it("address people in Chinese politely, and in the characters of Taiwan", () => {
    for (const [name, text] of textsIn(textsOf["zh-Hant"])) assert.notMatch(text, /[你们这邮码录请]/u, name)
  })
})
