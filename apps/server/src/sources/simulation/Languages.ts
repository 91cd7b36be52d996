/** The languages of the network: their share of conversations, their texts and their time zones. */
import { en } from "./texts/En.ts"
import { ja } from "./texts/Ja.ts"
import { ko } from "./texts/Ko.ts"
import { others } from "./texts/Other.ts"
import type { NonEmpty, Vocabulary } from "./texts/Vocabulary.ts"
import { yue } from "./texts/Yue.ts"
import { zhHans } from "./texts/ZhHans.ts"
import { zhHant } from "./texts/ZhHant.ts"

export interface Language {
  readonly name: string
  readonly weight: number
  readonly vocabularies: NonEmpty<Vocabulary>
  readonly utcOffsetHours: number
}

export const languages: NonEmpty<Language> = [
  { name: "zh-Hant", weight: 38, vocabularies: [zhHant], utcOffsetHours: 8 },
  { name: "zh-Hans", weight: 10, vocabularies: [zhHans], utcOffsetHours: 8 },
  { name: "yue", weight: 9, vocabularies: [yue], utcOffsetHours: 8 },
  { name: "ja", weight: 17, vocabularies: [ja], utcOffsetHours: 9 },
  { name: "ko", weight: 9, vocabularies: [ko], utcOffsetHours: 9 },
  { name: "en", weight: 14, vocabularies: [en], utcOffsetHours: -5 },
  { name: "other", weight: 3, vocabularies: others, utcOffsetHours: 1 }
]
