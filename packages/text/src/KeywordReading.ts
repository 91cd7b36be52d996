/** Says how a keyword is read where that differs from what was typed, so that nobody pays for what they did not mean. */
import type { TextMarkKind } from "./spans/Marks.ts"
import { findSpans, isHost, isWordless } from "./spans/Spans.ts"
import { type EncodedKeyword, encodeKeyword } from "./TokenText.ts"

/**
 * `signed`: a sign belongs to a word (C++, F#, .NET), so that posts with the bare word may not match. `weaker`: something
 * of what was typed is not looked for, so that more posts match than one would think; `wordless` is the same where that is
 * a link, a handle or a shortcode.
 */
export interface KeywordReading {
  readonly kind: "signed" | "weaker" | "wordless"
  /** The words and characters that are looked for, in small letters and in their base form. */
  readonly words: string
}

/** How a keyword is read, for people: its words in small letters and in their base form. */
export const wordsOfKeyword = (encoded: EncodedKeyword): string => encoded.replaceAll(/[<>]/g, "").replaceAll("|", " ")

const sign = /[+#.]/
/** Signs that a keyword may begin or end with for what they mean, unlike quotation marks, brackets and full stops. */
const meaningfulEdge = /^[%‰*&@\\§†]|[%‰*&@\\§†]$/u
const symbol = /\p{S}/u
const oneCharacter = /^<.>$/u
/** R&B, H&M: the sign between the letters is most of what was typed, and any other mark matches as well. */
const initials = /^<.>(?:\|<.>)+$/u
const joining = /[&/@*%\\]/
const notWords = /[^\p{L}\p{M}\p{N}\s]/u

/** Undefined for a keyword that is read as it was typed, or has no token. */
export const keywordReading = (keyword: string): KeywordReading | undefined => {
  const tokenText = encodeKeyword(keyword)
  if (tokenText === undefined) return undefined
  const words = wordsOfKeyword(tokenText)
  if (!isHost(keyword.trim()) && findSpans(keyword).some(({ kind }) => isWordless(kind)))
    return { kind: "wordless", words }
  const isSigned = sign.test(tokenText)
  // The sign of a cashtag, and those that belong to a word.
  const rest = (isSigned ? keyword.replaceAll(/[+#＋＃]/gu, "") : keyword).trim().replace(/^[$＄](?=\p{L}{2})/u, "")
  const isBare = oneCharacter.test(tokenText) ? notWords.test(rest) : initials.test(tokenText) && joining.test(rest)
  if (isBare || symbol.test(rest) || meaningfulEdge.test(rest)) return { kind: "weaker", words }
  return isSigned ? { kind: "signed", words } : undefined
}

export interface WordlessPart {
  readonly kind: TextMarkKind
  readonly text: string
}

/** The links, handles and shortcodes of a text, which have no words. */
export const wordlessPartsOf = (text: string): ReadonlyArray<WordlessPart> =>
  findSpans(text).flatMap(({ start, end, kind }) => (isWordless(kind) ? [{ kind, text: text.slice(start, end) }] : []))
