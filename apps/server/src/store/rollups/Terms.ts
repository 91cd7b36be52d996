/**
 * The terms whose counts are kept. A term is a piece of token text: some adjacent tokens with what joins them, so that a
 * text has a term exactly when the keyword of the same token text matches it. Pure.
 */
import { eachToken } from "@heddle/text"

export const mostTokens = 8

/** Terms, with what they begin with: most tokens of a text begin no term, so a search ends at once. */
export interface Terms {
  readonly terms: ReadonlySet<string>
  readonly beginnings: ReadonlySet<string>
}

export const termsFrom = (terms: Iterable<string>): Terms => {
  const all = new Set(terms)
  const beginnings = new Set<string>()
  for (const term of all) eachToken(term, (_start, end) => void beginnings.add(term.slice(0, end)))
  return { terms: all, beginnings }
}

/** The distinct terms in a token text. */
export const termsIn = (tokenText: string, { terms, beginnings }: Terms): ReadonlySet<string> => {
  const found = new Set<string>()
  /** Where the pieces begin that may still become a term. */
  let open: Array<number> = []
  eachToken(tokenText, (start, end) => {
    open.push(start)
    open = open.filter((from) => {
      const piece = tokenText.slice(from, end)
      if (!beginnings.has(piece)) return false
      if (terms.has(piece)) found.add(piece)
      return true
    })
  })
  return found
}

/** The distinct pieces of this many tokens, of those that begin and end with one of `parts`, which have one less. */
export const piecesOf = (tokenText: string, tokens: number, parts: ReadonlySet<string>): ReadonlySet<string> => {
  const pieces = new Set<string>()
  const starts: Array<number> = []
  let lastEnd = 0
  eachToken(tokenText, (start, end) => {
    starts.push(start)
    const from = starts.at(-tokens)
    const second = starts.at(1 - tokens)
    if (from !== undefined) {
      const known =
        tokens === 1 ||
        (second !== undefined && parts.has(tokenText.slice(from, lastEnd)) && parts.has(tokenText.slice(second, end)))
      if (known) pieces.add(tokenText.slice(from, end))
    }
    lastEnd = end
  })
  return pieces
}
