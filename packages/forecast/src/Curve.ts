/** The observations of a course as a curve that never falls. */
import { at, between, lastAtMost } from "./Arrays.ts"
import type { Observation } from "./Course.ts"

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
