/** A vocabulary by rank: a few given words, then many composed ones. */
import { type Random, randomOf } from "../../../../apps/server/src/sources/simulation/Random.ts"
import { zipf } from "../Zipf.ts"

const vocabularySize = 40_000
/** Seed of the vocabularies, fixed so that posts of all seeds share their words. */
const lexiconSeed = 7_919
/** How much more frequent the first parts are in words than the last. */
const partShift = 30

export interface Lexicon {
  /** Distinct words, from most to least common. */
  readonly words: ReadonlyArray<string>
  /** Separator between words. */
  readonly gap: "" | " "
}

interface Parts {
  /** The most common words, separated by spaces. */
  readonly head: string
  /** Characters or syllables, from common to rare. */
  readonly parts: ReadonlyArray<string>
  /** Number of parts in a word. */
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

/** Shuffles deterministically. */
export const shuffled = (list: ReadonlyArray<string>, random: Random = randomOf(lexiconSeed)): Array<string> =>
  list
    .map((item) => ({ item, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

/** All combinations of one item from each list, in arbitrary order. */
export const combined = (...lists: ReadonlyArray<string>): ReadonlyArray<string> =>
  shuffled(
    lists.reduce<Array<string>>(
      (sofar, list) => sofar.flatMap((start) => list.split(" ").map((end) => start + end.replace("_", ""))),
      [""]
    )
  )
