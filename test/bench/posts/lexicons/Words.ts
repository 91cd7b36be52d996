/** A vocabulary by rank, from a few words that are given and many that are put together. */
import { type Random, randomOf } from "../../../../apps/server/src/sources/simulation/Random.ts"
import { zipf } from "../Zipf.ts"

const vocabularySize = 40_000
/** Makes the vocabularies; another number than any seed of posts, so that these share their words. */
const lexiconSeed = 7_919
/** How much commoner the first parts are in words than the last. */
const partShift = 30

export interface Lexicon {
  /** From the commonest to the rarest, all different. */
  readonly words: ReadonlyArray<string>
  /** What stands between two words. */
  readonly gap: "" | " "
}

interface Parts {
  /** The commonest words, separated by spaces. */
  readonly head: string
  /** Characters or syllables, from common to rare. */
  readonly parts: ReadonlyArray<string>
  /** How many parts a word has. */
  readonly lengths: ReadonlyArray<{ readonly weight: number; readonly length: number }>
  readonly gap: "" | " "
}

const lengthAt = (lengths: Parts["lengths"], point: number): number => {
  let left = point * lengths.reduce((sum, { weight }) => sum + weight, 0)
  return lengths.find(({ weight }) => (left -= weight) < 0)?.length ?? 1
}

export const words = ({ head, parts, lengths, gap }: Parts): Lexicon => {
  const random = randomOf(lexiconSeed, parts.length)
  const frequencies = zipf(parts.length, partShift)
  const distinct = new Set(head.split(" "))
  while (distinct.size < vocabularySize) {
    const length = lengthAt(lengths, random.next())
    distinct.add(Array.from({ length }, () => parts[frequencies.rankAt(random.next())] ?? "").join(""))
  }
  return { words: [...distinct], gap }
}

/** An order that is always the same and has nothing to do with the one given. */
export const shuffled = (list: ReadonlyArray<string>, random: Random = randomOf(lexiconSeed)): Array<string> =>
  list
    .map((item) => ({ item, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

/** All ways to put one of each list behind another, in an order that means nothing. */
export const combined = (...lists: ReadonlyArray<string>): ReadonlyArray<string> =>
  shuffled(
    lists.reduce<Array<string>>(
      (sofar, list) => sofar.flatMap((start) => list.split(" ").map((end) => start + end.replace("_", ""))),
      [""]
    )
  )
