import { eachToken, type EncodedKeyword } from "./TokenText.ts"

export interface KeywordEntry<A> {
  readonly keyword: EncodedKeyword
  readonly value: A
}

export interface KeywordIndex<A> {
  /** The values of all entries whose keyword matches, each entry once, in the order given. */
  readonly match: (tokenText: string) => Array<A>
}

interface Posting<A> {
  readonly order: number
  readonly value: A
}

const tokenSpans = (tokenText: string): Array<{ readonly start: number; readonly end: number }> => {
  const spans: Array<{ readonly start: number; readonly end: number }> = []
  eachToken(tokenText, (start, end) => void spans.push({ start, end }))
  return spans
}

const append = <K, V>(map: Map<K, Array<V>>, key: K, value: V): void => {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

/**
 * Finds the keywords that match a text, without trying each one.
 *
 * At each token of the text, it looks up one candidate for each distinct length (in tokens) of the keywords that start
 * with that token. The cost depends on the text and on those lengths, not on the number of keywords, so no set of rules
 * can make it slow.
 */
export const makeKeywordIndex = <A>(entries: Iterable<KeywordEntry<A>>): KeywordIndex<A> => {
  const postings = new Map<string, Array<Posting<A>>>()
  const lengthsByHead = new Map<string, Set<number>>()
  let order = 0
  for (const { keyword, value } of entries) {
    if (!postings.has(keyword)) {
      const spans = tokenSpans(keyword)
      const head = spans[0]
      if (head === undefined) continue
      const token = keyword.slice(head.start, head.end)
      const lengths = lengthsByHead.get(token)
      if (lengths === undefined) lengthsByHead.set(token, new Set([spans.length]))
      else lengths.add(spans.length)
    }
    append(postings, keyword, { order, value })
    order += 1
  }

  const match = (tokenText: string): Array<A> => {
    const spans = tokenSpans(tokenText)
    const found = new Set<Array<Posting<A>>>()
    for (const [position, { start, end }] of spans.entries()) {
      for (const length of lengthsByHead.get(tokenText.slice(start, end)) ?? []) {
        const last = spans[position + length - 1]
        const hit = last && postings.get(tokenText.slice(start, last.end))
        if (hit !== undefined) found.add(hit)
      }
    }
    return [...found]
      .flat()
      .toSorted((a, b) => a.order - b.order)
      .map((posting) => posting.value)
  }

  return { match }
}
