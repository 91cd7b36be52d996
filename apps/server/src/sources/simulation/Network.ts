/** The parameters that every draw depends on. */
import { type Author, makeAuthors } from "./Authors.ts"
import type { NonEmpty } from "./Vocabulary.ts"

export interface Network {
  readonly seed: number
  readonly postsPerMinute: number
  readonly authors: NonEmpty<Author>
}

export const makeNetwork = (seed: number, postsPerMinute: number, authors: number): Network => ({
  seed,
  postsPerMinute,
  authors: makeAuthors(seed, authors)
})
