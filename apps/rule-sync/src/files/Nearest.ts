/** The known name a mistyped one was probably meant to be. */

const distance = (left: string, right: string): number => {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i++) {
    const current = [i]
    for (let j = 1; j <= right.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1)
      current.push(Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, substitution))
    }
    previous = current
  }
  return previous[right.length] ?? 0
}

/** Names further away than this share of their length are no suggestion at all. */
const maxDistanceShare = 0.5

const nearest = (name: string, known: ReadonlyArray<string>): string | undefined => {
  let best: { readonly name: string; readonly distance: number } | undefined
  for (const candidate of known) {
    const candidateDistance = distance(name.toLowerCase(), candidate.toLowerCase())
    const limit = Math.max(name.length, candidate.length) * maxDistanceShare
    if (candidateDistance <= limit && candidateDistance < (best?.distance ?? Infinity)) {
      best = { name: candidate, distance: candidateDistance }
    }
  }
  return best?.name
}

/** The sentence about an unknown field. */
export const unknownField = (name: string, known: ReadonlyArray<string>): string => {
  const suggestion = nearest(name, known)
  return suggestion === undefined
    ? `unknown field ${JSON.stringify(name)}; known here: ${known.join(", ")}`
    : `unknown field ${JSON.stringify(name)}; did you mean ${suggestion}?`
}
