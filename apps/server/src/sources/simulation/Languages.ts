/** The languages of the network: their share of conversations, their texts and their time zones. */
import { Schema } from "effect"

export type NonEmpty<A> = readonly [A, ...Array<A>]

const Texts = Schema.NonEmptyArray(Schema.String)

const Topic = Schema.Struct({
  /** Relative share of the language's conversations. */
  weight: Schema.Number,
  /** Opening sentences. Each contains the topic's keyword, so that its frequency follows the topic's weight. */
  lead: Texts,
  more: Texts,
  tags: Texts,
  emoji: Texts
})
export type Topic = typeof Topic.Type

/** The form of the tables in `texts/`. In templates, `{name}` is a word from a list, `{3-15}` a number. */
export const Vocabulary = Schema.Struct({
  /** BCP 47 tag, emitted as the post's language hint. */
  tag: Schema.String,
  /** Between two sentences when the first has no closing mark. */
  joiners: Texts,
  /** Between a closing mark and the next sentence. */
  gap: Schema.String,
  openers: Texts,
  words: Schema.Record(Schema.String, Texts),
  topics: Schema.NonEmptyArray(Topic),
  /** Sentences that fit any topic; they extend long posts. */
  stories: Texts,
  replies: Texts,
  biographies: Texts,
  /** A template; `{family}` and `{given}` are lists of `words`. */
  fullName: Schema.String
})
export type Vocabulary = typeof Vocabulary.Type

/** The two halves of a username. */
export const Handles = Schema.Struct({ firstHalves: Texts, secondHalves: Texts })

import en from "./texts/En.json" with { type: "json" }
import ja from "./texts/Ja.json" with { type: "json" }
import ko from "./texts/Ko.json" with { type: "json" }
import others from "./texts/Other.json" with { type: "json" }
import yue from "./texts/Yue.json" with { type: "json" }
import zhHans from "./texts/ZhHans.json" with { type: "json" }
import zhHant from "./texts/ZhHant.json" with { type: "json" }

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
