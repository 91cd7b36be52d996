/** The shape of a language's text table. A template holds `{name}` for a word of a list and `{3-15}` for a number. */

export type NonEmpty<A> = readonly [A, ...Array<A>]

export interface Topic {
  /** Share of the language's conversations, relative to its other topics. */
  readonly weight: number
  /** Opening sentences; each holds the keyword of the topic, so that a keyword's frequency is the topic's weight. */
  readonly lead: NonEmpty<string>
  readonly more: NonEmpty<string>
  readonly tags: NonEmpty<string>
  readonly emoji: NonEmpty<string>
}

export interface Vocabulary {
  /** Hint that goes out with the post, a BCP 47 tag. */
  readonly tag: string
  /** Between two sentences when the first has no closing mark. */
  readonly joiners: NonEmpty<string>
  /** Between a closing mark and the next sentence. */
  readonly gap: string
  readonly openers: NonEmpty<string>
  /** Sentences that fit any topic; long posts are filled up with them. */
  readonly stories: NonEmpty<string>
  readonly replies: NonEmpty<string>
  readonly biographies: NonEmpty<string>
  /** `{family}` and `{given}` are lists of `words`. */
  readonly fullName: string
  readonly words: Readonly<Record<string, NonEmpty<string>>>
  readonly topics: NonEmpty<Topic>
}
