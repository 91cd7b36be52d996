/** The observations of a course as a curve that never falls. */
import { at, between, clamp, lastAtMost } from "./Arrays.ts"
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
 * The count at an age. Between two observations it grows evenly on a logarithmic scale of time, before the first one
 * evenly in time.
 */
export const countAt = ({ ages, counts }: Curve, age: number): number => {
  const index = lastAtMost(ages, age)
  if (index >= ages.length - 1) return at(counts, ages.length - 1)
  const next = at(ages, index + 1)
  if (index < 0) return (at(counts, 0) * age) / next
  const before = at(ages, index)
  return between(at(counts, index), at(counts, index + 1), Math.log(age / before) / Math.log(next / before))
}

/** Five of equal weight; for a single count, they divide the time between the observations evenly. */
const spreadOut = [-1.39, -0.7, 0, 0.7, 1.39]

/**
 * When the count reached the threshold: ages that are as likely as each other, none when it did not. Between two
 * observations, any time is as likely for each of the counts, on the scale of `countAt`. The ages are spread around the
 * mean of that order statistic, in units of its standard deviation.
 */
export const agesOfReaching = ({ ages, counts }: Curve, threshold: number): ReadonlyArray<number> => {
  const index = counts.findIndex((count) => count >= threshold)
  if (index < 0) return []
  const before = index === 0 ? 0 : at(ages, index - 1)
  const low = index === 0 ? 0 : at(counts, index - 1)
  const gained = Math.max(1, at(counts, index) - low)
  const mean = Math.max(1, threshold - low) / (gained + 1)
  const deviation = Math.sqrt((mean * (1 - mean)) / (gained + 2))
  return spreadOut.map((side) => {
    const share = clamp(mean + side * deviation, 0, 1)
    const next = at(ages, index)
    return before === 0 ? share * next : before * (next / before) ** share
  })
}

/** The curve as it was seen up to one of its observations. */
export const upTo = ({ ages, counts }: Curve, index: number): Curve => ({
  ages: ages.slice(0, index + 1),
  counts: counts.slice(0, index + 1)
})
