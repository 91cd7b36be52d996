/** The texts of the pages around signing in, by language. */
import type { Language } from "../Language.ts"
import { english, type Texts } from "./English.ts"
import { japanese } from "./Japanese.ts"
import { traditionalChinese } from "./TraditionalChinese.ts"

export const textsOf: Readonly<Record<Language, Texts>> = {
  en: english,
  "zh-Hant": traditionalChinese,
  ja: japanese
}
