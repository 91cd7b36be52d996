/** Training, in slices, so that a server can answer calls in between. */
import { countAt, type Course } from "../predicting/Course.ts"
import { clockOf } from "./Clock.ts"
import { correctionsOf } from "./Calibrate.ts"
import { fitAge, priorAge, rowsAt } from "./Fit.ts"
import { agesUntil, defaultHorizonMillis } from "../predicting/Grid.ts"
import type { AgeModel, Model } from "../predicting/Model.ts"
import { modelFormat } from "../predicting/Model.ts"
import { priorModel } from "../predicting/Prior.ts"
import { prepare, type Prepared } from "./Rows.ts"
import { stacked, weighed } from "./Stacking.ts"
import { medianOf } from "./Thresholds.ts"

export interface TrainingOptions {
  /** The age at which forecasts end. Default: 7 days. */
  readonly horizonMillis?: number
  /** What few courses are shrunk to. Default: `priorModel`; null for none. */
  readonly prior?: Model | null
}

/** With fewer courses whose end is known, the model is the prior, moved by what is known. */
const fewestLearned = 200
/** An age of which fewer courses have an observation is not learned: the prior stands for it or, without one, its neighbours. */
const fewestAtAge = 20
/** The model is corrected by what the last of the courses show, after it was fitted to the first. */
const shareFitted = 0.7
const mostCorrecting = 3_000
const mostLanguages = 16
const fewestOfLanguage = 20
const coursesPerSlice = 500

const languagesOf = (courses: ReadonlyArray<Course>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const { traits } of courses) counts.set(traits.language, (counts.get(traits.language) ?? 0) + 1)
  const common = [...counts].filter(([, count]) => count >= fewestOfLanguage).toSorted(([, a], [, b]) => b - a)
  return common.slice(0, mostLanguages).map(([language]) => language)
}

function* prepareAll(courses: ReadonlyArray<Course>, languages: ReadonlyArray<string>) {
  const prepared: Array<Prepared> = []
  for (const course of courses) {
    prepared.push(prepare(course, languages))
    if (prepared.length % coursesPerSlice === 0) yield
  }
  return prepared
}

/** The prior alone, for the horizon that is asked for. */
const priorFor = (prior: Model, posts: number, horizonMillis: number): Model => {
  if (horizonMillis === prior.horizonMillis) return { ...prior, posts }
  const ages = prior.ages
    .filter(({ ageMillis }) => ageMillis < horizonMillis)
    .map(({ ageMillis }) => priorAge(prior, ageMillis, horizonMillis))
  return { ...prior, posts, horizonMillis, ages }
}

/**
 * Every step of the generator takes a few milliseconds; the last returns the model. Courses have to be in the order of
 * posting, earliest first, because the model is corrected by the latest ones. Some may not have ended: what is known of
 * them is learned from.
 */
export function* train(courses: ReadonlyArray<Course>, options: TrainingOptions = {}): Generator<void, Model, void> {
  const { horizonMillis = defaultHorizonMillis } = options
  const prior = options.prior === null ? undefined : (options.prior ?? priorModel)
  const ended = courses.filter(({ knownUntilMillis }) => knownUntilMillis >= horizonMillis).length
  const languages = languagesOf(courses)
  yield
  const prepared = yield* prepareAll(courses, languages)
  const fitting = { horizonMillis, languages: languages.length, prior }
  const span = { horizonMillis, clock: clockOf(prepared, horizonMillis) }
  yield
  const early = Math.round(prepared.length * shareFitted)
  const [first, all]: [Array<AgeModel>, Array<AgeModel>] = [[], []]
  const learned = new Set<number>()
  for (const ageMillis of agesUntil(horizonMillis)) {
    const rows = yield* rowsAt(ageMillis, prepared, span)
    if (rows.size >= fewestAtAge) {
      learned.add(all.length)
      first.push(yield* fitAge(rows, early, fitting))
      all.push(yield* fitAge(rows, prepared.length, fitting))
    } else if (prior !== undefined) {
      const asBefore = priorAge(prior, ageMillis, horizonMillis)
      first.push(asBefore)
      all.push(asBefore)
    }
  }
  if (learned.size === 0 && prior !== undefined) return priorFor(prior, ended, horizonMillis)
  const later = prepared.slice(Math.max(early, prepared.length - mostCorrecting))
  for (const index of prior === undefined ? [] : learned) {
    const [before, after] = [first[index], all[index]]
    if (before === undefined || after === undefined) continue
    const weights = yield* weighed(before, later, span)
    first[index] = stacked(before, weights)
    all[index] = stacked(after, weights)
  }
  const ages: Array<AgeModel> = []
  for (const [index, age] of all.entries()) {
    ages.push(learned.has(index) ? { ...age, ...(yield* correctionsOf(first, index, later, span)) } : age)
  }
  const isLearned = ended >= fewestLearned
  return {
    format: modelFormat,
    kind: isLearned ? "learned" : "adapted",
    posts: isLearned ? ended : courses.length,
    horizonMillis,
    languages,
    medianCount: medianOf(prepared.map(({ curve }) => Math.round(countAt(curve, horizonMillis)))),
    ages
  }
}

/** Training in one go, for programs that have nothing else to do. */
export const trainAtOnce = (courses: ReadonlyArray<Course>, options?: TrainingOptions): Model => {
  const training = train(courses, options)
  for (;;) {
    const { done, value } = training.next()
    if (done === true) return value
  }
}
