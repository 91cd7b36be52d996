/** The languages of the posts: their shares, words and lengths. */
import { pickWeighted } from "../../../apps/server/src/sources/simulation/Random.ts"
import type { NonEmpty } from "../../../apps/server/src/sources/simulation/Languages.ts"
import { english, russian } from "./lexicons/Alphabets.ts"
import { yue, zhHans, zhHant } from "./lexicons/Han.ts"
import { japanese } from "./lexicons/Japanese.ts"
import { korean } from "./lexicons/Korean.ts"
import type { Lexicon } from "./lexicons/Words.ts"

export interface Language {
  /** The tag that a source would give it. */
  readonly tag: string
  /** Percent of all posts. */
  readonly weight: number
  readonly lexicon: Lexicon
  /** Median length of captions in characters. */
  readonly medianLength: number
  readonly stops: NonEmpty<string>
}

const fullWidth: NonEmpty<string> = ["，", "，", "，", "。", "！", "？", "、", "…", "\n", "\n\n", " "]
const halfWidth: NonEmpty<string> = [", ", ". ", ". ", "! ", "? ", "\n", "\n\n", " ... "]

export const makeLanguages = (): NonEmpty<Language> => [
  { tag: "zh-Hant", weight: 38, lexicon: zhHant(), medianLength: 27, stops: fullWidth },
  { tag: "zh-Hans", weight: 10, lexicon: zhHans(), medianLength: 27, stops: fullWidth },
  { tag: "yue", weight: 9, lexicon: yue(), medianLength: 24, stops: fullWidth },
  { tag: "ja", weight: 17, lexicon: japanese(), medianLength: 30, stops: fullWidth },
  { tag: "ko", weight: 9, lexicon: korean(), medianLength: 30, stops: halfWidth },
  { tag: "en", weight: 14, lexicon: english(), medianLength: 60, stops: halfWidth },
  { tag: "ru", weight: 3, lexicon: russian(), medianLength: 60, stops: halfWidth }
]

export const languageAt = (languages: NonEmpty<Language>, point: number): Language => pickWeighted(point, languages)
