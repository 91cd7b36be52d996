import type { EncodedKeyword } from "./TokenText.ts"
import { Trie } from "./Trie.ts"

/**
 * Finds the keywords that match a text, without trying each one: at each place of the text it follows the keywords that
 * go on as the text does. No keyword begins inside a word, so such a place ends at once. The cost grows with the text and
 * with what it matches, and hardly with the number of keywords.
 */
export const makeKeywordIndex = <A extends NonNullable<unknown>>() => {
  const keywords = new Trie()
  /** By node: defined where a keyword ends. */
  const values: Array<A | undefined> = []
  let size = 0

  /** Replaces the value of the keyword, if it has one. */
  const set = (keyword: EncodedKeyword, value: A): void => {
    const node = keywords.add(keyword)
    // Without holes, which would turn the array into a hash table.
    while (values.length <= node) values.push(undefined)
    if (values[node] === undefined) size += 1
    values[node] = value
  }

  const remove = (keyword: EncodedKeyword): void => {
    const node = keywords.find(keyword)
    if (node === 0) return
    size -= 1
    values[node] = undefined
    keywords.remove(keyword)
  }

  /** The values of all keywords that match, each keyword's once, in no order. */
  const match = (tokenText: string): ReadonlyArray<A> => {
    const matching: Array<A> = []
    for (const node of keywords.within(tokenText)) {
      const value = values[node]
      if (value !== undefined) matching.push(value)
    }
    return matching
  }

  return {
    get size() {
      return size
    },
    get: (keyword: EncodedKeyword) => values[keywords.find(keyword)],
    set,
    delete: remove,
    match
  }
}

export type KeywordIndex<A extends NonNullable<unknown>> = ReturnType<typeof makeKeywordIndex<A>>
