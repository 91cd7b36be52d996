import { chosenSeed, seedVariable } from "./TestSettings.ts"

/** Reproducible random choices: the same seed always makes the same choices. */
export interface Choices {
  /** A whole number from 0 up to `below`. */
  readonly below: (below: number) => number
  readonly of: <A>(first: A, ...others: ReadonlyArray<A>) => A
}

/** Mulberry32: numbers from 0 to below 1. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Scrambles the seed, so that neighboring seeds are unrelated. */
export const choicesOf = (seed: number): Choices => {
  const next = randomFrom(Math.imul(seed + 1, 0x9e37_79b1))
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, of: (first, ...others) => [first, ...others][below(others.length + 1)] ?? first }
}

/** The first seed. */
export const firstSeed = chosenSeed ?? 1

/** Says how to repeat a failure. */
export const seedHint = (seed: number): string => `${seedVariable}=${seed} repeats it`

/** Adds the seed to a failure. */
export const withSeed = async <A>(seed: number, run: (choices: Choices) => Promise<A>): Promise<A> => {
  try {
    return await run(choicesOf(seed))
  } catch (error) {
    if (error instanceof Error) error.message = `${error.message}\n\nSeed ${seed}: ${seedHint(seed)}.`
    throw error
  }
}

/** Runs once for each of `count` seeds, one after the other. */
export const withSeeds = async (count: number, run: (choices: Choices) => Promise<void>): Promise<void> => {
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) await withSeed(seed, run)
}
