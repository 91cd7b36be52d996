/** The columns computed from a caption, which keyword and language filters query. Pure. */
import { encode, identifyLanguage, type Language, termsOf, textVersion } from "@heddle/text"

export interface DerivedText {
  readonly token_text: string
  readonly terms: ReadonlyArray<number>
  readonly language: Language
  /** The version of the @heddle/text rules that produced the other fields. */
  readonly text_version: number
}

/** `hint` is the source's own language tag, or '' for none. */
export const deriveText = (caption: string, hint: string): DerivedText => {
  const tokenText = encode(caption)
  return {
    token_text: tokenText,
    terms: termsOf(tokenText),
    language: identifyLanguage(caption, hint),
    text_version: textVersion
  }
}
