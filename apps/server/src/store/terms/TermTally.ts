/** Counts the terms of sampled posts by language. */
import type { SampledPost } from "./TermSample.ts"

/** Terms of a language that fewer sampled posts have are too rare to estimate. */
const fewestPosts = 2

interface Count {
  posts: number
  weight: number
}

interface LanguageTally extends Count {
  readonly terms: Map<number, Count>
}

export class TermTally {
  readonly #languages = new Map<string, LanguageTally>()

  add({ language, terms, weight }: SampledPost): void {
    const tally = this.#languages.get(language) ?? { posts: 0, weight: 0, terms: new Map<number, Count>() }
    this.#languages.set(language, tally)
    tally.posts += 1
    tally.weight += weight
    for (const term of terms) {
      const count = tally.terms.get(term) ?? { posts: 0, weight: 0 }
      tally.terms.set(term, count)
      count.posts += 1
      count.weight += weight
    }
  }

  languages() {
    return [...this.#languages].map(([language, { posts, weight }]) => ({ language, posts: weight, sampled: posts }))
  }

  /** The shares of the posts of a language that have a term. */
  shares() {
    return [...this.#languages].flatMap(([language, { weight, terms }]) =>
      [...terms].flatMap(([term, count]) =>
        count.posts < fewestPosts ? [] : [{ term, language, share: Math.min(1, count.weight / weight) }]
      )
    )
  }
}
