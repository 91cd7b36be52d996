/** The courses as they were at one age, and how they went on: what the regressions of that age are fitted to. */
import { at } from "../predicting/Arrays.ts"
import { countAt, type Course, type Curve, curveOf, upTo } from "../predicting/Course.ts"
import { featureCount, followerBandOf, levelOf, writeFeatures } from "../predicting/Features.ts"
import { ageAtStep, nearestWithin, steps } from "../predicting/Grid.ts"

/** A course made ready once for all ages. */
export interface Prepared {
  readonly curve: Curve
  readonly course: Course
  /** Index among the model's languages, -1 for the others. */
  readonly language: number
  readonly band: number
}

export const prepare = (course: Course, languages: ReadonlyArray<string>): Prepared => ({
  curve: curveOf(course.observations),
  course,
  language: languages.indexOf(course.traits.language),
  band: followerBandOf(course.traits)
})

/** The observation nearest to an age, of those that belong to it; -1 when there is none. */
export const observationNear = ({ ages }: Curve, age: number): number => {
  let best = -1
  let distance = Math.log(nearestWithin) + 1e-9
  for (let index = 0; index < ages.length; index += 1) {
    const own = Math.abs(Math.log(at(ages, index) / age))
    if (own < distance) {
      best = index
      distance = own
    }
  }
  return best
}

export interface Rows {
  /** The observations nearest to it are taken. */
  readonly gridAgeMillis: number
  size: number
  /** Of the logarithms of the ages of those observations. */
  sumOfLogAges: number
  readonly features: Float64Array
  readonly levels: Float64Array
  /** For each row and step: the growth of the logarithm of the count; NaN where it is not known. */
  readonly growth: Float64Array
  readonly languages: Int32Array
  readonly bands: Int32Array
  /** Of the course. */
  readonly sources: Int32Array
}

/** The age at which courses end, and how counts come between observations. */
export interface Span {
  readonly horizonMillis: number
  readonly clock: (ageMillis: number) => number
}

export const emptyRows = (ageMillis: number, most: number): Rows => ({
  gridAgeMillis: ageMillis,
  size: 0,
  sumOfLogAges: 0,
  features: new Float64Array(most * featureCount),
  levels: new Float64Array(most),
  growth: new Float64Array(most * steps.length),
  languages: new Int32Array(most),
  bands: new Int32Array(most),
  sources: new Int32Array(most)
})

/** Spreads the courses evenly over 0 to 1, in an order in which neighbours are far apart. */
const shareOf = (source: number): number => (source * 0.618_033_988_749_895) % 1

/**
 * Between observations that differ by one, nobody knows when that one came. Rounding would put it into the middle of the
 * gap for all posts, and times would be forecast as if everything happened there; so for each post it is put elsewhere
 * in the middle half of the gap. Taking the whole gap gave worse times for the smallest counts.
 */
const wholeCount = (count: number, source: number): number => Math.floor(count + 0.25 + shareOf(source) / 2)

/**
 * Adds the course unless it was not observed at about this age. Courses that end before a step are left out of that
 * step: counting them as "not grown" would make every forecast too low.
 */
export const addCourse = (rows: Rows, prepared: Prepared, source: number, { horizonMillis, clock }: Span): void => {
  const { curve, course } = prepared
  const index = observationNear(curve, rows.gridAgeMillis)
  if (index < 0) return
  const age = at(curve.ages, index)
  if (age >= horizonMillis || course.knownUntilMillis <= age) return
  const row = rows.size
  const level = levelOf(at(curve.counts, index))
  writeFeatures(rows.features, row * featureCount, upTo(curve, index), course.traits)
  rows.levels[row] = level
  for (const [step, share] of steps.entries()) {
    const later = ageAtStep(age, horizonMillis, share)
    const isKnown = later <= course.knownUntilMillis
    rows.growth[row * steps.length + step] = isKnown
      ? levelOf(wholeCount(countAt(curve, later, clock), source)) - level
      : Number.NaN
  }
  rows.languages[row] = prepared.language
  rows.bands[row] = prepared.band
  rows.sources[row] = source
  rows.sumOfLogAges += Math.log(age)
  rows.size += 1
}

/** The age that the rows stand for: their mean, on a logarithmic scale. */
export const ageOf = ({ gridAgeMillis, size, sumOfLogAges }: Rows): number =>
  size === 0 ? gridAgeMillis : Math.round(Math.exp(sumOfLogAges / size))
