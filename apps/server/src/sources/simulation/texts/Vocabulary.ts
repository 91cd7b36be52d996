/** The type of a language's text table. In templates, `{name}` is a word from a list and `{3-15}` a number. */

export type NonEmpty<A> = readonly [A, ...Array<A>]

export interface Topic {
  /** Relative share of the language's conversations. */
  readonly weight: number
  /** Opening sentences. Each contains the topic's keyword, so that its frequency follows the topic's weight. */
  readonly lead: NonEmpty<string>
  readonly more: NonEmpty<string>
  readonly tags: NonEmpty<string>
  readonly emoji: NonEmpty<string>
}

export interface Vocabulary {
  /** BCP 47 tag, emitted as the post's language hint. */
  readonly tag: string
  /** Between two sentences when the first has no closing mark. */
  readonly joiners: NonEmpty<string>
  /** Between a closing mark and the next sentence. */
  readonly gap: string
  readonly openers: NonEmpty<string>
  /** Sentences that fit any topic; they extend long posts. */
  readonly stories: NonEmpty<string>
  readonly replies: NonEmpty<string>
  readonly biographies: NonEmpty<string>
  /** A template; `{family}` and `{given}` are lists of `words`. */
  readonly fullName: string
  readonly words: Readonly<Record<string, NonEmpty<string>>>
  readonly topics: NonEmpty<Topic>
}
