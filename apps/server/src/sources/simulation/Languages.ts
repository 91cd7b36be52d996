/** The languages of the network: their share of conversations, their texts and their time zones. */
import { Schema } from "effect"
import en from "./texts/En.json" with { type: "json" }
import ja from "./texts/Ja.json" with { type: "json" }
import ko from "./texts/Ko.json" with { type: "json" }
import others from "./texts/Other.json" with { type: "json" }
import yue from "./texts/Yue.json" with { type: "json" }
import zhHans from "./texts/ZhHans.json" with { type: "json" }
import zhHant from "./texts/ZhHant.json" with { type: "json" }
import { type NonEmpty, Vocabulary } from "./Vocabulary.ts"

export interface Language {
  readonly name: string
  readonly weight: number
  readonly vocabularies: NonEmpty<Vocabulary>
  readonly utcOffsetHours: number
}

const read = Schema.decodeUnknownSync(Schema.NonEmptyArray(Vocabulary))

export const languages: NonEmpty<Language> = [
  { name: "zh-Hant", weight: 38, vocabularies: read([zhHant]), utcOffsetHours: 8 },
  { name: "zh-Hans", weight: 10, vocabularies: read([zhHans]), utcOffsetHours: 8 },
  { name: "yue", weight: 9, vocabularies: read([yue]), utcOffsetHours: 8 },
  { name: "ja", weight: 17, vocabularies: read([ja]), utcOffsetHours: 9 },
  { name: "ko", weight: 9, vocabularies: read([ko]), utcOffsetHours: 9 },
  { name: "en", weight: 14, vocabularies: read([en]), utcOffsetHours: -5 },
  // Languages that the product classifies as "other", so that language filters have something to exclude.
  { name: "other", weight: 3, vocabularies: read(others), utcOffsetHours: 1 }
]
