/** The form of the tables in `texts/`. In templates, `{name}` is a word from a list, `{3-15}` a number. */
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
