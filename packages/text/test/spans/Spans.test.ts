import fc from "fast-check"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { runs } from "../../../../test/support/Runs.ts"
import { encode, identifyLanguage, proseOf } from "../../src/index.ts"
import type { TextMark } from "../../src/spans/Marks.ts"
import { findSpans, isWordless } from "../../src/spans/Spans.ts"
import { dirt, random } from "../support/Dirt.ts"

/** Posts of our own, in the voice of real ones: `[…]` is what has no words, `{…}` a tag. */
const posts = (name: string): ReadonlyArray<string> =>
  readFileSync(join(import.meta.dirname, `${name}.txt`), "utf8")
    .trimEnd()
    .split("\n")

const bracketed = (text: string, marks?: ReadonlyArray<TextMark>): string => {
  let out = text
  for (const { start, end, kind } of findSpans(text, marks).toReversed()) {
    const [open, close] = isWordless(kind) ? "[]" : "{}"
    out = `${out.slice(0, start)}${open}${out.slice(start, end)}${close}${out.slice(end)}`
  }
  return out
}

describe.each(["addresses", "handles"])("the %s of posts", (name) => {
  it.each(posts(name))("%s", (post) => {
    expect(bracketed(post.replaceAll(/[[\]{}]/g, ""))).toBe(post)
  })
})

it("the prose of a text is what is left without links, handles and shortcodes, and has its hashtags", () => {
  expect(proseOf("咖啡 https://example.com/a @ann :tada: #coffee", [])).toBe("咖啡    #coffee")
  expect(proseOf("Booking.com", [{ start: 0, end: 11, kind: "link" }])).toBe("")
  expect(proseOf("example.com", [{ start: 0, end: 11, kind: "text" }])).toBe("example.com")
})

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(...Array.from("a.b/:@#$w台あ한，。、（）「」()[] -_é　"), "www.", "://", "co") })
)

describe("spans", () => {
  it("are in order, within the text, apart and not empty", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let last = 0
        for (const { start, end } of findSpans(text)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
        expect(last).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: runs(2_500) }
    )
  })

  const sides = ["", " ", "\n", "，", "。", "、", "（", "）", "「", "」", "：", "！", "？", "…", "・", "〜", "❤️"]
  const words = ["台積電", "かわいい", "한글", "新聞", "ガンダム"]

  it("take a whole piece of dirt and no word of East Asian text beside it", () => {
    const given = fc.record({
      seed: fc.integer(),
      kind: fc.constantFrom("link", "link without a scheme", "mail", "handle", "shortcode"),
      before: fc.constantFrom(...words),
      left: fc.constantFrom(...sides),
      right: fc.constantFrom(...sides),
      after: fc.constantFrom(...words)
    })
    fc.assert(
      fc.property(given, ({ seed, kind, before, left, right, after }) => {
        const piece = dirt[kind]?.(random(seed)) ?? ""
        const text = `${before}${left}${piece}${right}${after}`
        expect(encode(text)).toBe(`${encode(before)}|${encode(after)}`)
        expect(identifyLanguage(text)).toBe(identifyLanguage(`${before} ${after}`))
      }),
      { numRuns: runs(2_500) }
    )
  })
})

describe("the marks of a source", () => {
  const marked = (text: string, part: string, kind: TextMark["kind"]): string => {
    const start = text.indexOf(part)
    return bracketed(text, [{ start, end: start + part.length, kind }])
  }

  it("win over what the text looks like", () => {
    expect(marked("see example.com/a now", "example.com/a", "text")).toBe("see example.com/a now")
    expect(marked("用 Node.js 寫的", "Node.js", "link")).toBe("用 [Node.js] 寫的")
    expect(marked("ping ann please", "ann", "mention")).toBe("ping [ann] please")
    expect(marked("https://example.com/a,b", "https://example.com/a", "link")).toBe("[https://example.com/a],b")
    expect(marked("blob_cat here", "blob_cat", "emoji")).toBe("[blob_cat] here")
    expect(marked("寫 咖啡 日記", "咖啡", "hashtag")).toBe("寫 {咖啡} 日記")
  })

  it("leave the rest of the text to guessing", () => {
    expect(marked("@ann see example.com/a", "@ann", "text")).toBe("@ann see [example.com/a]")
  })
})
