/** Posts are stored with the number of a kind: only ever add to the end. */
export const textMarkKinds = ["link", "mention", "emoji", "hashtag", "text"] as const

/** `link`: an address; `mention`: a handle; `emoji`: a shortcode; `hashtag`: a hashtag or cashtag; `text`: ordinary text. */
export type TextMarkKind = (typeof textMarkKinds)[number]

/**
 * What a part of a text is. Links, mentions and emoji are neither words nor language; hashtags are words, but not language.
 * `text` is what a source knows to be ordinary text although it may look like one of the others.
 */
export interface TextMark {
  /** UTF-16 offsets; the end is excluded. */
  readonly start: number
  readonly end: number
  readonly kind: TextMarkKind
}
