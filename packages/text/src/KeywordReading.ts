/** Says how a keyword is read where that differs from what was typed, so that nobody pays for what they did not mean. */
import { encodeKeyword } from "./TokenText.ts"
import { findSpans, isHost, isWordless } from "./spans/Spans.ts"

/**
 * `signed`: a sign belongs to a word (C++, F#, .NET), so that posts with the bare word may not match. `weaker`: something
 * of what was typed is not looked for, so that more posts match than one would think.
 */
export interface KeywordReading {
  readonly kind: "signed" | "weaker"
  /** The words and characters that are looked for, in small letters and in their base form. */
  readonly words: string
}

const wordsOf = (tokenText: string): string => tokenText.replaceAll(/[<>]/g, "").replaceAll("|", " ")

const sign = /[+#.]/
/** Signs that a keyword may begin or end with for what they mean, unlike quotation marks, brackets and full stops. */
const meaningfulEdge = /^[%‰*&@\\§†]|[%‰*&@\\§†]$/u
const symbol = /\p{S}/u
const oneCharacter = /^<.>$/u
const notWords = /[^\p{L}\p{M}\p{N}\s]/u

/** Undefined for a keyword that is read as it was typed, or has no token. */
export const keywordReading = (keyword: string): KeywordReading | undefined => {
  const tokenText = encodeKeyword(keyword)
  if (tokenText === undefined) return undefined
  const words = wordsOf(tokenText)
  if (!isHost(keyword.trim()) && findSpans(keyword).some(({ kind }) => isWordless(kind)))
    return { kind: "weaker", words }
  const isSigned = sign.test(tokenText)
  // The sign of a cashtag, and those that belong to a word.
  const rest = (isSigned ? keyword.replaceAll(/[+#＋＃]/gu, "") : keyword).trim().replace(/^[$＄](?=\p{L}{2})/u, "")
  const isBare = oneCharacter.test(tokenText) && notWords.test(rest)
  if (isBare || symbol.test(rest) || meaningfulEdge.test(rest)) return { kind: "weaker", words }
  return isSigned ? { kind: "signed", words } : undefined
}
