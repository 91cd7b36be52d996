/** Lists of words: lines of words in the data files, and a search for any of the words in a text. */

export const wordsOf = (lines: ReadonlyArray<string>): ReadonlyArray<string> => lines.join(" ").split(" ")

interface Entry<Kind> {
  readonly word: string
  readonly kind: Kind
}

/**
 * Returns a function that finds the longest listed word at a position of a text. If several lists contain a word, the last
 * one determines its kind. The cost is limited to the few words with the same first character.
 */
export const makeWordFinder = <Kind>(lists: ReadonlyArray<readonly [Kind, ReadonlyArray<string>]>) => {
  const kinds = new Map(lists.flatMap(([kind, list]) => list.map((word) => [word, kind] as const)))
  const byFirst = new Map<number, Array<Entry<Kind>>>()
  for (const [word, kind] of kinds) {
    const first = word.charCodeAt(0)
    const known = byFirst.get(first)
    if (known === undefined) byFirst.set(first, [{ word, kind }])
    else known.push({ word, kind })
  }
  for (const entries of byFirst.values()) entries.sort((one, other) => other.word.length - one.word.length)
  return (text: string, at: number): Entry<Kind> | undefined =>
    byFirst.get(text.charCodeAt(at))?.find(({ word }) => text.startsWith(word, at))
}
