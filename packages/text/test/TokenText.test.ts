import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { encode, encodeKeyword, matchesKeyword } from "../src/index.ts"

const matches = (text: string, keyword: string): boolean => {
  const encoded = encodeKeyword(keyword)
  return encoded !== undefined && matchesKeyword(encode(text), encoded)
}

describe("the writing of a token text", () => {
  it.each([
    ["AI工具！超好用", "<ai> 工具|超好用"],
    ["台 積電", "台 積電"],
    ["Two cats,\n one dog", "<two> <cat>|<one> <dog>"],
    ["#台積電 漲停", "台積電 漲停"],
    ["看 https://example.com/台積電 的新聞", "看|台積電 的新聞"],
    ["don't", "<dont>"],
    ["use .NET, C++20 or C#", "<use> .<net>|<c++> <20> <or> <c#>"],
    ["Disney+ on GPT-4", "<disney>+ <on> <gpt> <4>"],
    ["ラーメン", "ラーメン"],
    ["人々", "人々"],
    ["👍🏽", ""],
    ["", ""]
  ])("%j is %j", (text, expected) => {
    expect(encode(text)).toBe(expected)
  })
})

/** Whether it is found, a text in the voice of a post, a keyword. */
const table = readFileSync(join(import.meta.dirname, "keywords.tsv"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t"))

describe("keywords in posts", () => {
  it.each(table)("%s %s: %s", (found, text = "", keyword = "") => {
    expect(matches(text, keyword)).toBe(found === "+")
  })
})

describe("a keyword matches", () => {
  it.each([
    ["a word in the plural", "I love cats", "cat"],
    ["the singular for the plural", "a cat", "cats"],
    ["an irregular plural", "the children play", "child"],
    ["the plural for an irregular singular", "a child plays", "children"],
    ["an irregular verb", "they went home", "go"],
    ["an irregular verb, the other way", "let's go", "went"],
    ["Han inside a longer word", "台積電大漲", "台積"],
    ["Hangul with a particle", "한글은 쉽다", "한글"],
    ["decomposed Hangul in the text", "한글은".normalize("NFD"), "한글"],
    ["decomposed Hangul in the keyword", "한글은", "한글".normalize("NFD")],
    ["decomposed kana", "ガンダム".normalize("NFD"), "ガンダム"],
    ["half-width kana", "ｶﾞﾝﾀﾞﾑ", "ガンダム"],
    ["full-width letters", "ＡＩ時代", "ai"],
    ["a word beside Han with a space", "AI 工具", "AI工具"],
    ["a word beside Han without a space", "AI工具", "AI 工具"],
    ["a hashtag", "#台積電", "台積電"],
    ["a word between Han", "用ChatGPT寫作", "chatgpt"],
    ["sharp s for ss", "Straße", "STRASSE"],
    ["a capital sharp s", "STRAẞE", "straße"],
    ["a final sigma", "ΟΔΟΣ", "οδός".normalize("NFD").replaceAll("\u0301", "")],
    ["a dotted capital I", "İstanbul", "istanbul"],
    ["a dotless i", "ısparta", "Isparta"],
    ["a keyword with the same break, written otherwise", "AT&T", "at/t"],
    ["a curly apostrophe", "don’t stop", "don't"],
    ["across several spaces", "machine   learning", "machine learning"],
    ["across a non-breaking space", "machine\u00a0learning", "machine learning"],
    ["through zero-width characters", "台\u200b積\u200d電", "台積電"],
    ["through a variation selector", "葛\u{e0100}飾", "葛飾"],
    ["a digit in a keycap", "第1️⃣名", "1"],
    ["kana with a mark that does not compose", "あ゙あ゙", "ああ"],
    ["Han beyond the basic plane", "𠮷野家", "𠮷"]
  ])("%s", (_name, text, keyword) => {
    expect(matches(text, keyword)).toBe(true)
  })
})

describe("a keyword does not match", () => {
  it.each([
    ["inside a word", "she said", "AI"],
    ["another word with the same beginning", "category", "cat"],
    ["across punctuation", "台，積電", "台積"],
    ["across a line break", "台\n積電", "台積"],
    ["across an emoji", "台🔥積電", "台積"],
    ["across a space between Han, when it has none", "台 積電", "台積電"],
    ["Han without the space it has", "台積電", "台 積電"],
    ["across a removed URL", "台 https://example.com 積電", "台 積電"],
    ["a word of a URL", "https://example.com/cat", "cat"],
    ["a word of a bare www address", "see www.cats.example now", "cats"],
    ["a related word", "university", "universe"],
    ["part of a decomposed syllable", "한글".normalize("NFD"), "하"],
    ["Cyrillic letters that differ by a mark", "мой", "мои"]
  ])("%s", (_name, text, keyword) => {
    expect(matches(text, keyword)).toBe(false)
  })
})

describe("URLs", () => {
  it.each([
    ["end at a Han character", "https://t.co/abc台積電", "台積電"],
    ["are found behind a word", "linkhttps://t.co/abc end", "<link>|<end>"],
    ["do not begin inside a word", "awww.so cute", "<awww>|<so> <cute>"]
  ])("%s", (_name, text, expected) => {
    expect(encode(text)).toBe(expected)
  })
})

describe("a keyword without a token", () => {
  it.each(["", " ", "!?", "👍", "https://example.com", "\u200b", "\u0301", "´"])("%j is none", (keyword) => {
    expect(encodeKeyword(keyword)).toBeUndefined()
  })
})
