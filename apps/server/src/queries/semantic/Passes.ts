/** Which posts are compared with a topic: those of the first pass, and while these are too few, those of the next. Pure. */
import type { TopicTerm } from "./TopicTerms.ts"

/** What the posts of a pass have: one of the terms of each list. */
export type Condition = ReadonlyArray<ReadonlyArray<TopicTerm>>

export interface Pass {
  /** Its posts meet one of them. */
  readonly anyOf: ReadonlyArray<Condition>
  /** The newest part of the time to look at, from 0 to 1. */
  readonly newest: number
}

/** The part of the budget for posts with a single rare term, where others can be found by two terms. */
const singlePart = 1 / 2
/** The part of the budget that the posts with two terms may take, by their shares; they are more, because terms occur together. */
const doublePart = 1 / 6
/** With fewer posts with two terms than this part of those, the index is not worth asking for them. */
const fewDoubles = 1 / 5
/** The index looks each of them up for every day and split. */
const mostDoubles = 20
/** Halvings of the words of the doubles: with two, three of four posts with two words meet one, and nearly all with more. */
const splitBits = [1, 2]

/** With more of them, a topic of common terms alone would take long and find hardly better posts. */
const commonPasses = 4

const withinBudget = (rarestFirst: ReadonlyArray<TopicTerm>, budget: number): ReadonlyArray<TopicTerm> => {
  let posts = 0
  return rarestFirst.filter((term) => (posts += term.posts) <= budget)
}

const overlap = (one: TopicTerm, other: TopicTerm): boolean => {
  const [[first, second], [third, fourth]] = [[...one.piece], [...other.piece]]
  return one.kind === "pair" && other.kind === "pair" && (second === third || first === fourth)
}

/** Overlapping pairs of characters are mostly one word, so a post with both shares no more than that with the topic. */
const wordsOf = (terms: ReadonlyArray<TopicTerm>): ReadonlyArray<ReadonlyArray<TopicTerm>> => {
  const words: Array<Array<TopicTerm>> = []
  for (const term of terms) {
    const word = words.find(([one, another]) => one !== undefined && another === undefined && overlap(one, term))
    if (word === undefined) words.push([term])
    else word.push(term)
  }
  return words
}

/** How many posts would have two of these words, if words occurred independently. */
const postsWithTwo = (words: ReadonlyArray<ReadonlyArray<TopicTerm>>): number => {
  let posts = 0
  let shares = 0
  for (const word of words) {
    posts += Math.max(...word.map(({ wanted }) => wanted)) * shares
    shares += Math.max(...word.map(({ share }) => share))
  }
  return posts
}

/** Conditions that posts with two of the words meet. */
const splitsOf = (words: ReadonlyArray<ReadonlyArray<TopicTerm>>): ReadonlyArray<Condition> =>
  splitBits
    .map((bit) => [words.filter((_, at) => (at & bit) === 0).flat(), words.filter((_, at) => (at & bit) > 0).flat()])
    .filter((lists) => lists.every((list) => list.length > 0))

/** The posts with one of the rarest terms, or with two words of the next, as many as leave them few; none if they are too few. */
const firstPass = (rarestFirst: ReadonlyArray<TopicTerm>, budget: number): Pass | undefined => {
  const single = withinBudget(rarestFirst, budget * singlePart)
  const most = budget * doublePart
  let words: ReturnType<typeof wordsOf> = []
  const double: Array<TopicTerm> = []
  // A post with a pair has both characters.
  for (const term of rarestFirst.slice(single.length).filter(({ kind }) => kind !== "character")) {
    double.push(term)
    const more = wordsOf(double)
    if (double.length > mostDoubles || postsWithTwo(more) > most) break
    words = more
  }
  if (postsWithTwo(words) < most * fewDoubles) return undefined
  return { anyOf: [...(single.length === 0 ? [] : [[single]]), ...splitsOf(words)], newest: 1 }
}

/**
 * First the rarest terms, as many as have `budget` posts together; or fewer of them, and the posts that have two of the
 * next. If these bring too few posts, the other terms follow one by one, the rarest first; of one with too many posts, only
 * the newest are read.
 */
export const passesOf = (rarestFirst: ReadonlyArray<TopicTerm>, budget: number): ReadonlyArray<Pass> => {
  const rare = withinBudget(rarestFirst, budget)
  const first = firstPass(rarestFirst, budget)
  const common = rarestFirst
    .slice(rare.length, rare.length + commonPasses)
    .map((term) => ({ anyOf: [[[term]]], newest: Math.min(1, budget / term.posts) }))
  return [
    ...(first === undefined ? [] : [first]),
    ...(rare.length === 0 ? [] : [{ anyOf: [[rare]], newest: 1 }]),
    ...common
  ]
}
