/** Stateless seeded draws: a draw depends only on the seed, its subject and its purpose. */
import type { NonEmpty } from "./Languages.ts"

/** One number per kind of draw, so that a change in one kind never shifts another. */
export const purposes = {
  rate: 1,
  time: 2,
  rotation: 3,
  parent: 4,
  language: 5,
  topic: 6,
  rank: 7,
  author: 8,
  engagement: 9,
  caption: 10,
  media: 11,
  fate: 12,
  code: 13,
  person: 14,
  trend: 15
} as const

/** MurmurHash3 of 32-bit words. */
export const hash = (...words: ReadonlyArray<number>): number => {
  let h = 0
  for (const word of words) {
    let k = Math.imul(word, 0xcc9e2d51)
    k = Math.imul((k << 15) | (k >>> 17), 0x1b873593)
    h ^= k
    h = Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** From 0 (included) to 1 (not). */
export const fraction = (...words: ReadonlyArray<number>): number => hash(...words) / 2 ** 32

export interface Random {
  next(): number
}

/** Mulberry32. */
export const randomOf = (...words: ReadonlyArray<number>): Random => {
  let state = hash(...words)
  return {
    next: () => {
      state = (state + 0x6d2b79f5) >>> 0
      let t = Math.imul(state ^ (state >>> 15), state | 1)
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
      return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
    }
  }
}

export const chance = (random: Random, probability: number): boolean => random.next() < probability

export const between = (random: Random, low: number, high: number): number => low + (high - low) * random.next()

/** Whole number, both ends included. */
export const wholeBetween = (random: Random, low: number, high: number): number =>
  Math.floor(between(random, low, high + 1))

/** Log-uniform. */
export const logBetween = (random: Random, low: number, high: number): number => low * (high / low) ** random.next()

export const normal = (random: Random, mean: number, deviation: number): number =>
  mean + deviation * Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())

export const pick = <A>(random: Random, list: NonEmpty<A>): A =>
  list[Math.floor(random.next() * list.length)] ?? list[0]

/** Picks a row in proportion to its weight; `point` is from 0 to 1. */
export const pickWeighted = <A extends { readonly weight: number }>(point: number, rows: NonEmpty<A>): A => {
  let remaining = point * rows.reduce((sum, row) => sum + row.weight, 0)
  return rows.find((row) => (remaining -= row.weight) < 0) ?? rows[0]
}
