/** Which terms of a topic bring posts to score, and from how long ago. Pure. */
import type { TopicTerm } from "./TopicTerms.ts"

export interface Pass {
  readonly terms: ReadonlyArray<TopicTerm>
  /** The newest part of the time to look at, from 0 to 1. */
  readonly newest: number
}

/** With more of them, a topic of common terms alone would take long and find hardly better posts. */
const commonPasses = 4

/**
 * First the rarest terms, as many as have `budget` posts together. If they bring too few posts, the others follow one by
 * one, the rarest first; of one with too many posts, only the newest are read.
 */
export const passesOf = (rarestFirst: ReadonlyArray<TopicTerm>, budget: number): ReadonlyArray<Pass> => {
  let posts = 0
  const rare = rarestFirst.filter((term) => (posts += term.posts) <= budget)
  const common = rarestFirst
    .slice(rare.length, rare.length + commonPasses)
    .map((term) => ({ terms: [term], newest: Math.min(1, budget / term.posts) }))
  return rare.length === 0 ? common : [{ terms: rare, newest: 1 }, ...common]
}
