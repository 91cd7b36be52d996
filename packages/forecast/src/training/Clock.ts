/**
 * The time in which posts of a network grow evenly, on the whole: half of it has passed when they have half of their
 * counts. Between two observations of a post, nobody knows when its counts came; on this clock, any time is as likely.
 * Szabo and Huberman ("Predicting the popularity of online content", 2010) use such a clock against the hours of the day.
 */
import { at, between, clamp, lastAtMost } from "../predicting/Arrays.ts"
import { countAt, type Curve } from "../predicting/Course.ts"
import { agesUntil } from "../predicting/Grid.ts"
import { observationNear, type Prepared } from "./Rows.ts"

/** Any number that rises with the age. */
export type Clock = (ageMillis: number) => number

/** More would not tell it better, and would take too long for a slice of the training. */
const mostCourses = 1_000
/** An age at which fewer courses were observed says nothing of its own. */
const fewestObserved = 50
/** Keeps the clock going where no post grows. */
const leastSpeed = 1e-4

/**
 * A smooth curve through points that rise, which rises as well: its slope at a point is the harmonic mean of those before
 * and after it (Fritsch and Butland, "A method for constructing local monotone piecewise cubic interpolants", 1984).
 */
const risingThrough = (xs: ReadonlyArray<number>, ys: ReadonlyArray<number>): ((x: number) => number) => {
  const last = xs.length - 1
  const width = (index: number): number => at(xs, index + 1) - at(xs, index)
  const rise = (index: number): number => (at(ys, index + 1) - at(ys, index)) / width(index)
  const slope = (index: number): number => {
    if (index === 0) return rise(0)
    if (index === last) return rise(last - 1)
    const [before, after] = [rise(index - 1), rise(index)]
    const [one, other] = [2 * width(index) + width(index - 1), width(index) + 2 * width(index - 1)]
    return before > 0 && after > 0 ? (one + other) / (one / before + other / after) : 0
  }
  const slopes = xs.map((_, index) => slope(index))
  return (x) => {
    const index = clamp(lastAtMost(xs, x), 0, last - 1)
    const share = (x - at(xs, index)) / width(index)
    const low = at(ys, index)
    if (share < 0 || share > 1) return low + share * width(index) * rise(index)
    const [begin, end] = [at(slopes, index) * width(index), at(slopes, index + 1) * width(index)]
    const all = at(ys, index + 1) - low
    return low + share * (begin + share * (3 * all - 2 * begin - end + share * (begin + end - 2 * all)))
  }
}

/** The mean share of its final count that a post has at an age, from the ages at which many were observed. */
export const clockOf = (courses: ReadonlyArray<Prepared>, horizonMillis: number): Clock => {
  const every = Math.ceil(courses.length / mostCourses)
  const whole = courses
    .filter((_, index) => index % every === 0)
    .filter(({ course }) => course.knownUntilMillis >= horizonMillis)
    .map(({ curve }) => ({ curve, final: countAt(curve, horizonMillis) }))
    .filter(({ final }) => final > 0)
  const observed = agesUntil(horizonMillis).filter(
    (age) => whole.filter(({ curve }) => observationNear(curve, age) >= 0).length >= fewestObserved
  )
  if (observed.length === 0) return Math.log
  const knots = [...observed, horizonMillis]
  const shares = knots.map(
    (age) => whole.reduce((sum, { curve, final }) => sum + countAt(curve, age) / final, 0) / whole.length
  )
  const share = risingThrough(knots.map(Math.log), shares)
  return (ageMillis) => share(Math.log(ageMillis)) + leastSpeed * Math.log(ageMillis)
}

/** Precise enough for an age. */
const halvings = 20

/** Where between two ages this share of the time on the clock has passed. */
export const ageAfter = (clock: Clock, from: number, until: number, share: number): number => {
  const [begin, end] = [clock(from), clock(until)]
  const wanted = between(begin, end, share)
  let [low, high] = [from, until]
  for (let halving = 0; halving < halvings; halving += 1) {
    const middle = Math.sqrt(low * high)
    if (clock(middle) < wanted) low = middle
    else high = middle
  }
  return high
}

/** The counts of a post do not come independently, but some posts grow early and others late: as if there were so few. */
const mostIndependent = 10

/** Five of equal weight; for a single count, they divide the time between the observations evenly. */
const spreadOut = [-1.39, -0.7, 0, 0.7, 1.39]

/**
 * When the count reached the threshold: ages that are as likely as each other, none when it did not. Between two
 * observations, any time on the clock is as likely for each of the counts. The ages are spread around the
 * mean of that order statistic, in units of its standard deviation.
 */
export const agesOfReaching = ({ ages, counts }: Curve, threshold: number, clock: Clock): ReadonlyArray<number> => {
  const index = counts.findIndex((count) => count >= threshold)
  if (index < 0) return []
  const before = index === 0 ? 0 : at(ages, index - 1)
  const low = index === 0 ? 0 : at(counts, index - 1)
  const gained = Math.max(1, at(counts, index) - low)
  const mean = Math.max(1, threshold - low) / (gained + 1)
  const independent = gained / (1 + (gained - 1) / mostIndependent)
  const deviation = Math.sqrt((mean * (1 - mean)) / (independent + 2))
  return spreadOut.map((side) => {
    const share = clamp(mean + side * deviation, 0, 1)
    const next = at(ages, index)
    return before === 0 ? share * next : ageAfter(clock, before, next, share)
  })
}
