/** Identifies the language of a post: counts its letters by script, then looks for the words that only one language has. */
import { letterSymbols } from "../Fold.ts"
import type { TextMark } from "../spans/Marks.ts"
import { findSpans, isWordless, replaceSpans } from "../spans/Spans.ts"
import { isCantonese } from "./Cantonese.ts"
import { isJapaneseInKanji, isJapaneseWithKana } from "./Japanese.ts"
import { type Language, languageMatches } from "./Language.ts"
import { identifyLatin } from "./Latin.ts"
import { countScripts, type Scripts, simplifiedOnly, traditionalOnly } from "./Scripts.ts"

const hasLetter = /\p{L}/u

// Enough characters to identify the language; bounds the cost for long texts.
const enough = 1_000
const enoughWithSpans = 4_000

interface LanguagePart {
  /** In NFKC. */
  readonly text: string
  /** Whether there is nothing but hashtags, at least half of them in an East Asian script. */
  readonly isEastAsianTags: boolean
}

const eastAsianLetter = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u

/** The part of a post that shows its language: no addresses, handles and shortcodes, and hashtags only if alone. */
const languagePartOf = (given: string, marks: ReadonlyArray<TextMark>): LanguagePart => {
  const start = given.slice(0, enoughWithSpans)
  const spans = findSpans(start, marks)
  const normal = (some: string) => some.replace(letterSymbols, " ").normalize("NFKC").slice(0, enough)
  const text = normal(replaceSpans(start, spans, (kind) => kind !== "text", " "))
  if (spans.length === 0 || hasLetter.test(text)) return { text, isEastAsianTags: false }
  // Tags are often in another language than their author writes.
  const tags = spans.filter(({ kind }) => kind === "hashtag").map((tag) => start.slice(tag.start, tag.end))
  const eastAsian = tags.filter((tag) => eastAsianLetter.test(tag)).length
  return {
    text: normal(replaceSpans(start, spans, isWordless, " ")),
    isEastAsianTags: eastAsian > 0 && eastAsian * 2 >= tags.length
  }
}

const traditional = new Set(["hant", "tw", "hk", "mo"])
const simplified = new Set(["hans", "cn", "sg", "my"])

/** Parses a source's language tag (`en`, `zh-TW`, `ja-JP`); undefined if it carries no information. */
const readHint = (hint: string | undefined): Language | undefined => {
  const [primary = "", ...rest] = (hint ?? "").trim().toLowerCase().split(/[-_]/)
  if (primary === "" || primary === "und" || primary === "mul" || primary === "zxx") return undefined
  if (primary === "en" || primary === "ja" || primary === "ko" || primary === "yue") return primary
  if (primary !== "zh" && primary !== "cmn") return "other"
  if (rest.includes("yue")) return "yue"
  if (rest.some((part) => traditional.has(part))) return "zh-Hant"
  return rest.some((part) => simplified.has(part)) ? "zh-Hans" : "zh"
}

// Used only in Taiwan.
const bopomofo = /\p{Script=Bopomofo}/u

// Words with characters that simplification merged and the traditional script keeps distinct: 以後, 那裡, 旅遊.
const mergedWords =
  /[以然之最前今往]后|后[来天面悔果]|[那哪心家手这]里|里[面边]|旅游|游[戏泳玩]|葡萄干|饼干|干[嘛什活杯]|丑[死陋八]|[吃泡拌]面|面[包条馆]|回复|重复|[好太]松|松了/

const bySimplification = (text: string): "zh-Hant" | "zh-Hans" | "zh" => {
  let balance = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0
    if (code > 0xffff) at += 1
    if (traditionalOnly.has(code)) balance += 1
    else if (simplifiedOnly.has(code)) balance -= 1
  }
  if (balance === 0) return bopomofo.test(text) ? "zh-Hant" : mergedWords.test(text) ? "zh-Hans" : "zh"
  return balance > 0 ? "zh-Hant" : "zh-Hans"
}

/** The script of a Chinese text that is not Cantonese. If its characters are ambiguous, the source's hint decides. */
const identifyChinese = (text: string, hint: Language | undefined): Language => {
  const script = bySimplification(text)
  return script === "zh" && (hint === "zh-Hant" || hint === "zh-Hans" || hint === "yue") ? hint : script
}

// A Han, kana or Hangul character carries as much information as about three Latin letters.
const lettersPerCharacter = 3

// Where the source says that the post is in them, or most hashtags are, names in Latin letters do not outweigh a few.
const lettersPerLikelyCharacter = 12

// 最高, 無理: words of both languages, as a whole post.
const fewCharacters = 4

const isWrittenIn = (language: Language | undefined, { han, kana, hangul }: Scripts): boolean => {
  if (language === undefined || language === "en" || language === "other") return false
  if (language === "ko") return hangul > 0
  return language === "ja" ? kana + han > 0 : han > 0
}

/**
 * Identifies the language of a post from its text. The hint is the source's own tag, used only if the text is ambiguous:
 * Chinese without characters specific to a script, Japanese without kana, a few words in Latin script, or no letters.
 * What the source marked wins over what the text looks like.
 */
export const identifyLanguage = (text: string, hint?: string, marks: ReadonlyArray<TextMark> = []): Language => {
  const hinted = readHint(hint)
  const { text: plain, isEastAsianTags } = languagePartOf(text, marks)
  const scripts = countScripts(plain)
  const { han, kana, hangul, latin, other } = scripts
  const eastAsian = han + kana + hangul
  if (eastAsian + latin + other === 0) return hinted ?? "other"
  const isLikely = isEastAsianTags || isWrittenIn(hinted, scripts)
  const weight = eastAsian * (isLikely ? lettersPerLikelyCharacter : lettersPerCharacter)
  if (weight < latin + other) return other > latin ? "other" : identifyLatin(plain, hinted)
  if (hangul > 0 && hangul * 2 >= kana + han) return "ko"
  if (kana > 0 && isJapaneseWithKana(plain, scripts)) return "ja"
  if (han === 0) return hangul > 0 ? "ko" : "ja"
  if (isCantonese(plain)) return "yue"
  const isTaggedChinese = hinted !== undefined && languageMatches("zh", hinted) && han <= fewCharacters
  if (!isTaggedChinese && isJapaneseInKanji(plain, kana === 0 && hinted === "ja")) return "ja"
  return identifyChinese(plain, hinted)
}
