/** The observations of a course as a curve that never falls. */
import { at, clamp, lastAtMost } from "./Arrays.ts"
import type { Observation } from "./Course.ts"

export interface Curve {
  /** Strictly increasing, all above 0. */
  readonly ages: ReadonlyArray<number>
  /** Never falling. */
  readonly counts: ReadonlyArray<number>
}

/** Beyond any count of a post, and small enough that sums and logarithms stay exact. */
const mostCount = 1e15

/** Ignores observations that are not numbers or were made before the post. */
export const curveOf = (observations: ReadonlyArray<Observation>): Curve => {
  const ages: Array<number> = []
  const counts: Array<number> = []
  const usable = observations.filter(({ ageMillis, count }) => ageMillis > 0 && Number.isFinite(ageMillis) && count >= 0)
  for (const { ageMillis, count } of usable.toSorted((a, b) => a.ageMillis - b.ageMillis)) {
    const most = Math.min(mostCount, Math.max(counts.at(-1) ?? 0, count))
    if (ages.at(-1) === ageMillis) counts.pop()
    else ages.push(ageMillis)
    counts.push(most)
  }
  return { ages, counts }
}

/** The count at an age, on the line between the observations beside it; 0 when the post was made. */
export const countAt = ({ ages, counts }: Curve, age: number): number => {
  const index = lastAtMost(ages, age)
  if (index >= ages.length - 1) return at(counts, ages.length - 1)
  const before = index < 0 ? 0 : at(ages, index)
  const low = index < 0 ? 0 : at(counts, index)
  return low + ((at(counts, index + 1) - low) * (age - before)) / (at(ages, index + 1) - before)
}

/**
 * When the count reached the threshold: ages that are as likely as each other, none when it did not. Between two
 * observations, every time of each of the counts is as likely: the middle age is the mean of that order statistic, the
 * others are a little more than a standard deviation away.
 */
export const agesOfReaching = ({ ages, counts }: Curve, threshold: number): ReadonlyArray<number> => {
  const index = counts.findIndex((count) => count >= threshold)
  if (index < 0) return []
  const before = index === 0 ? 0 : at(ages, index - 1)
  const low = index === 0 ? 0 : at(counts, index - 1)
  const gained = Math.max(1, at(counts, index) - low)
  const mean = Math.max(1, threshold - low) / (gained + 1)
  const deviation = Math.sqrt((mean * (1 - mean)) / (gained + 2))
  return [-1, 0, 1].map((side) => {
    const share = clamp(mean + side * 1.22 * deviation, 0, 1)
    return before + share * (at(ages, index) - before)
  })
}

/** The curve as it was seen up to one of its observations. */
export const upTo = ({ ages, counts }: Curve, index: number): Curve => ({
  ages: ages.slice(0, index + 1),
  counts: counts.slice(0, index + 1)
})
