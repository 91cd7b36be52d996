/** What is stored of a post beside what its source said: how keywords and language filters find it. Pure. */
import { encode, identifyLanguage, type Language, termsOf, textVersion } from "@heddle/text"

export interface DerivedText {
  readonly token_text: string
  readonly terms: ReadonlyArray<number>
  readonly language: Language
  /** Of the rules that made the others. */
  readonly text_version: number
}

/** The hint is the source's own tag of the language, or '' for none. */
export const deriveText = (caption: string, hint: string): DerivedText => {
  const tokenText = encode(caption)
  return {
    token_text: tokenText,
    terms: termsOf(tokenText),
    language: identifyLanguage(caption, hint),
    text_version: textVersion
  }
}
