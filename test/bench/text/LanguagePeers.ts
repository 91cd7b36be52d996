/**
 * Common libraries for language detection. None distinguishes the scripts of Chinese, or Cantonese, so all results,
 * ours included, are reduced to what all of them support: Chinese, Japanese, Korean, English or other.
 */
import { eld } from "eld/large"
import { franc } from "franc"
import { detect as tinyld } from "tinyld/heavy"
import { identifyLanguage, type Language, languageMatches } from "../../../packages/text/src/index.ts"
import { expected, type Labelled } from "../../../packages/text/test/support/Labelled.ts"

type Collapsed = "zh" | "ja" | "ko" | "en" | "other"

export interface Detector {
  readonly name: string
  readonly detect: (text: string) => Collapsed
}

/** ISO 639-1. */
const ofTwoLetters: ReadonlyMap<string, Collapsed> = new Map([
  ["zh", "zh"],
  ["ja", "ja"],
  ["ko", "ko"],
  ["en", "en"]
])
const ofFranc: ReadonlyMap<string, Collapsed> = new Map([
  ["cmn", "zh"],
  ["yue", "zh"],
  ["jpn", "ja"],
  ["kor", "ko"],
  ["eng", "en"]
])

const collapse = (language: Language): Collapsed => {
  if (languageMatches("zh", language)) return "zh"
  return language === "ja" || language === "ko" || language === "en" ? language : "other"
}

export const product: Detector = { name: "product", detect: (text) => collapse(identifyLanguage(text)) }

export const detectors: ReadonlyArray<Detector> = [
  product,
  { name: "eld", detect: (text) => ofTwoLetters.get(eld.detect(text).language) ?? "other" },
  { name: "tinyld", detect: (text) => ofTwoLetters.get(tinyld(text)) ?? "other" },
  // By default it ignores texts under 10 characters, which would count as errors.
  { name: "franc", detect: (text) => ofFranc.get(franc(text, { minLength: 1 })) ?? "other" }
]

/** The share of texts that are detected correctly. */
export const shareRight = ({ detect }: Detector, texts: ReadonlyArray<Labelled>): number =>
  texts.filter(({ label, text }) => detect(text) === collapse(expected(label))).length / texts.length
