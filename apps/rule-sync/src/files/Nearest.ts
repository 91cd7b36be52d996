/** Suggests the known name that is most similar to a mistyped one. */
import { closest, distance } from "fastest-levenshtein"

/** Maximum edit distance of a suggestion, as a share of the name's length. */
const maxDistanceShare = 0.5

const nearest = (name: string, known: ReadonlyArray<string>): string | undefined => {
  const wanted = name.toLowerCase()
  const byLowerCase = new Map(known.map((candidate) => [candidate.toLowerCase(), candidate]))
  const found = closest(wanted, [...byLowerCase.keys()])
  const limit = Math.max(wanted.length, found.length) * maxDistanceShare
  return distance(wanted, found) <= limit ? byLowerCase.get(found) : undefined
}

/** The message for an unknown field. */
export const unknownField = (name: string, known: ReadonlyArray<string>): string => {
  const [invisible] = /[\p{Cf}\p{Cc}]/u.exec(name) ?? []
  if (invisible !== undefined) {
    const code = (invisible.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")
    return `the field name contains an invisible character (U+${code}); write the name again`
  }
  const suggestion = nearest(name, known)
  return suggestion === undefined
    ? `unknown field ${JSON.stringify(name)}; known here: ${known.join(", ")}`
    : `unknown field ${JSON.stringify(name)}; did you mean ${suggestion}?`
}
