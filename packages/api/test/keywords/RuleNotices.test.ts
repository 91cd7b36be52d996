/** What a rule is told about a keyword of another language than its posts. */
import { assert, it } from "vitest"
import type { Language } from "../../src/Languages.ts"
import { ruleNotices } from "../../src/keywords/index.ts"

const allowed = ["zh", "ja"] as const

const noticesOf = (keyword: string | null, language?: Language) => ruleNotices({ keyword, language }, allowed)

it("a Latin keyword without a language is told that only Chinese posts are found", () => {
  assert.deepStrictEqual(noticesOf("coffee"), [
    "This rule finds only Chinese posts (`zh`), as it has no `language`. This server allows `zh`, `ja`."
  ])
})

it("a keyword in a script that one language alone has is told to use it", () => {
  assert.deepStrictEqual(noticesOf("コーヒー", "ko"), [
    "The keyword `コーヒー` is Japanese, and this rule finds only posts in `ko`, which hardly ever contain it. For Japanese posts, use `language` `ja`."
  ])
  assert.include(noticesOf("커피")[0], "is Korean, and this rule finds only posts in `zh`")
})

it("nothing is said where posts may well contain the keyword", () => {
  for (const [keyword, language] of [
    ["coffee", "zh"],
    ["AI", "ja"],
    ["咖啡", undefined],
    ["AI工具", undefined],
    ["コーヒー", "ja"],
    ["커피", "ko"],
    ["2026", undefined],
    [null, undefined]
  ] as const) {
    assert.deepStrictEqual(noticesOf(keyword, language), [], `${keyword} ${language}`)
  }
})
