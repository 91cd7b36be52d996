/** What a source says of a part of a text. It wins over what the text looks like. */
export interface TextMark {
  /** UTF-16 offsets, the end excluded. */
  readonly start: number
  readonly end: number
  readonly kind: TextMarkKind
}

/** `link`: an address, `mention`: a handle, `emoji`: a shortcode: neither words nor language. `hashtag`: words, no language. `text`: words that may look like one of the others. */
export type TextMarkKind = "link" | "mention" | "emoji" | "hashtag" | "text"
