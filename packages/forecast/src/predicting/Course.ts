/** What is known of one count of one post: views, likes, replies or anything else that only grows. */
import { at, between, lastAtMost } from "./Arrays.ts"

/** The count as it was at an age. */
export interface Observation {
  readonly ageMillis: number
  readonly count: number
}

/** What is known of the post itself when it is posted. */
export interface Traits {
  /** Of the author; null when unknown. */
  readonly followers: number | null
  /** Of the day of posting in UTC, from 0 to 24; fractions are allowed. */
  readonly hour: number
  /** Any name; languages are only compared with each other. */
  readonly language: string
  /** Of the text, in characters. */
  readonly length: number
  readonly hasMedia: boolean
  readonly isReply: boolean
}

/** The count so far. */
export interface CourseSoFar {
  /** By age, least first, at irregular steps. A count that falls is taken to be what it was at most before. */
  readonly observations: ReadonlyArray<Observation>
  readonly traits: Traits
}

/** A course to learn from. */
export interface Course extends CourseSoFar {
  /**
   * The age until which the count is known. After the last observation and before this age, the count did not change.
   * A course says nothing about later ages: for horizons after this age it is left out, not counted as "not reached".
   */
  readonly knownUntilMillis: number
}

/** The observations of a course as a curve that never falls. */
export interface Curve {
  /** Strictly increasing, all above 0. */
  readonly ages: ReadonlyArray<number>
  /** Never falling. */
  readonly counts: ReadonlyArray<number>
}

/** Beyond any count of a post, and small enough that sums and logarithms stay exact. */
const mostCount = 1e15
/** More than 30 years. */
const mostAge = 1e12

/** Ignores observations that are not numbers or were made before the post. */
export const curveOf = (observations: ReadonlyArray<Observation>): Curve => {
  const ages: Array<number> = []
  const counts: Array<number> = []
  const usable = observations.filter(({ ageMillis, count }) => ageMillis > 0 && ageMillis <= mostAge && count >= 0)
  for (const { ageMillis, count } of usable.toSorted((a, b) => a.ageMillis - b.ageMillis)) {
    const most = Math.min(mostCount, Math.max(counts.at(-1) ?? 0, count))
    if (ages.at(-1) === ageMillis) counts.pop()
    else ages.push(ageMillis)
    counts.push(most)
  }
  return { ages, counts }
}

/**
 * The count at an age. Between two observations it grows evenly on a clock, by default the logarithm of the age; before
 * the first one evenly in time.
 */
export const countAt = ({ ages, counts }: Curve, age: number, clock: (age: number) => number = Math.log): number => {
  const index = lastAtMost(ages, age)
  if (index >= ages.length - 1) return at(counts, ages.length - 1)
  const next = at(ages, index + 1)
  if (index < 0) return (at(counts, 0) * age) / next
  const before = at(ages, index)
  const [low, high] = [at(counts, index), at(counts, index + 1)]
  if (age === before || low === high) return low
  const begin = clock(before)
  return between(low, high, (clock(age) - begin) / (clock(next) - begin))
}

/** The curve as it was seen up to one of its observations. */
export const upTo = ({ ages, counts }: Curve, index: number): Curve => ({
  ages: ages.slice(0, index + 1),
  counts: counts.slice(0, index + 1)
})
