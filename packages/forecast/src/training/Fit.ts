/** All ages of a model, fitted to prepared courses. */
import { at, between, placeIn } from "../predicting/Arrays.ts"
import { noCorrections } from "./Calibrate.ts"
import { baseFeatures, featureCount, followerBands } from "../predicting/Features.ts"
import { ageAtStep, stepAtAge, steps } from "../predicting/Grid.ts"
import type { AgeModel, Model, StepModel } from "../predicting/Model.ts"
import { expectedGrowth } from "../predicting/Reach.ts"
import { type Move, movedBy, moveOf, noMove } from "./Move.ts"
import { lineOf } from "./Line.ts"
import { addRow, emptySums, leverageOf, solve } from "./Ridge.ts"
import { addCourse, ageOf, emptyRows, type Prepared, type Rows, type Span } from "./Rows.ts"
import { quantileLevels, quantilesAt, scaleOf, spreadOf } from "../predicting/Spread.ts"

const mix = (low: ReadonlyArray<number>, high: ReadonlyArray<number>, weight: number): ReadonlyArray<number> =>
  high.map((value, index) => between(at(low, index), value, weight))

const rounded = (values: ReadonlyArray<number>): ReadonlyArray<number> =>
  values.map((value) => Number(value.toPrecision(5)))

/** As models are stored. */
const inFewDigits = (step: StepModel): StepModel => ({
  ...step,
  coefficients: rounded(step.coefficients),
  followerBands: rounded(step.followerBands),
  spread: { centers: rounded(step.spread.centers), quantiles: step.spread.quantiles.map(rounded) }
})

/** Nothing has grown yet, and nothing is uncertain. */
const noGrowth: StepModel = {
  coefficients: [],
  languages: [],
  followerBands: [],
  spread: { centers: [0], quantiles: [quantileLevels.map(() => 0)] }
}

const nearestAge = ({ ages: [first, ...others] }: Model, ageMillis: number): AgeModel => {
  if (first === undefined) throw new Error("a model has ages")
  const distance = (own: AgeModel) => Math.abs(Math.log(own.ageMillis / ageMillis))
  return others.reduce((nearest, own) => (distance(own) < distance(nearest) ? own : nearest), first)
}

/** The prior at an age and step of a model with another horizon: between the prior's own steps. */
export const priorStep = (prior: Model, ageMillis: number, horizonMillis: number, step: number): StepModel => {
  const nearest = nearestAge(prior, ageMillis)
  const later = ageAtStep(ageMillis, horizonMillis, at(steps, step))
  const place = placeIn([0, ...steps], stepAtAge(ageMillis, prior.horizonMillis, later))
  const own = nearest.experts[0]?.steps ?? []
  const [low, high] = [own[place.index - 1], own[place.index]]
  if (high === undefined || place.weight === 0) return low ?? noGrowth
  const { centers } = high.spread
  const lowQuantiles = (center: number) => quantilesAt((low ?? noGrowth).spread, center)
  return {
    coefficients: mix(low?.coefficients ?? [], high.coefficients, place.weight),
    languages: [],
    followerBands: mix(low?.followerBands ?? [], high.followerBands, place.weight),
    spread: {
      centers,
      quantiles: high.spread.quantiles.map((own, i) => mix(lowQuantiles(at(centers, i)), own, place.weight))
    }
  }
}

/** The prior at an age, for a network of which too little is known at that age. */
export const priorAge = (prior: Model, ageMillis: number, horizonMillis: number): AgeModel => ({
  ...nearestAge(prior, ageMillis),
  ageMillis,
  experts: [{ weight: 1, steps: steps.map((_, step) => priorStep(prior, ageMillis, horizonMillis, step)) }]
})

/**
 * How many rows the prior's coefficients weigh, after it was moved: less for the line of Szabo and Huberman than for what
 * else matters, because few posts cannot tell. Learning curves of simulated networks are best with these.
 */
const priorRowsOfBase = 20
const priorRows = 80
const strengths = Array.from({ length: featureCount }, (_, feature) =>
  feature < baseFeatures ? priorRowsOfBase : priorRows
)
/** Without a prior: only what keeps equal features from being undetermined. */
const stabilising = new Float64Array(featureCount).fill(1e-3)
/** With more rows than this, no single row pulls the regression to itself. */
const mostWithLeverage = 2_000
/** How many posts of a language or band it takes until half of what sets them apart is believed. */
const groupRows = 50

const slice = 1_000

/** What sets a group apart in this share of the rows, the earliest, has to hold in the later ones. */
const shareEarly = 0.7

/**
 * The mean of what the regression leaves over in each group, shrunk towards none. It is 0 where that mean of the earlier
 * rows would have made the later ones' squared error no smaller: most languages and bands do not differ.
 */
const offsetsOf = (
  count: number,
  groups: Int32Array,
  residuals: Float64Array,
  isEarly: (row: number) => boolean
): ReadonlyArray<number> => {
  const [early, late] = [emptyGroups(count), emptyGroups(count)]
  for (const [row, residual] of residuals.entries()) {
    const group = at(groups, row)
    if (group < 0) continue
    const { sums, rows } = isEarly(row) ? early : late
    sums[group] = at(sums, group) + residual
    rows[group] = at(rows, group) + 1
  }
  return Array.from(late.sums, (sum, group) => {
    const before = at(early.sums, group) / (at(early.rows, group) + groupRows)
    const gained = before * (2 * sum - at(late.rows, group) * before)
    return gained > 0 ? (at(early.sums, group) + sum) / (at(early.rows, group) + at(late.rows, group) + groupRows) : 0
  })
}

const emptyGroups = (count: number) => ({ sums: new Float64Array(count), rows: new Float64Array(count) })

/**
 * The regression from one age to one step, in slices, fitted to the rows of the first courses; `byLevel` is the order of
 * those rows by level.
 */
export function* fitStep(
  rows: Rows,
  byLevel: Int32Array,
  firstCourses: number,
  step: number,
  languages: number,
  prior: StepModel | undefined,
  /** By how much the step before was moved; then, this one. */
  moved: { by: Move }
): Generator<void, StepModel, void> {
  const targetOf = (row: number) => rows.growth[row * steps.length + step] ?? Number.NaN
  const known = byLevel.filter((row) => !Number.isNaN(targetOf(row)))
  yield
  if (prior !== undefined) moved.by = moveOf(rows, byLevel, targetOf, prior, moved.by)
  const towards = prior && movedBy(prior, moved.by)
  yield
  const sums = emptySums(featureCount)
  for (const [index, row] of known.entries()) {
    addRow(sums, rows.features, row * featureCount, targetOf(row))
    if (index % slice === slice - 1) yield
  }
  const solution = solve(sums, towards?.coefficients ?? [], towards === undefined ? stabilising : strengths)
  const coefficients = rounded(solution.coefficients)
  yield
  const pooled: StepModel = { coefficients, languages: [], followerBands: [], spread: { centers: [], quantiles: [] } }
  const residuals = new Float64Array(known.length)
  const expected = new Float64Array(known.length)
  for (const [index, row] of known.entries()) {
    const offset = row * featureCount
    expected[index] = expectedGrowth(pooled, rows.features, offset, -1, -1)
    const residual = targetOf(row) - at(expected, index)
    // As it would be if the regression had not seen the row.
    const leverage = known.length > mostWithLeverage ? 0 : leverageOf(solution, rows.features, offset, featureCount)
    residuals[index] = residual / (1 - Math.min(0.9, leverage))
    if (index % slice === slice - 1) yield
  }
  yield
  const earlyCourses = Math.round(firstCourses * shareEarly)
  const groups = (count: number, of: Int32Array): ReadonlyArray<number> => {
    const own = known.map((row) => at(of, row))
    const offsets = offsetsOf(count, own, residuals, (index) => at(rows.sources, at(known, index)) < earlyCourses)
    for (const [index, group] of own.entries()) {
      const offset = at(offsets, group)
      residuals[index] = at(residuals, index) - offset
      expected[index] = at(expected, index) + offset
    }
    return rounded(offsets)
  }
  const ofLanguages = groups(languages, rows.languages)
  const ofBands = groups(followerBands, rows.bands)
  yield
  const levels = Float64Array.from(known, (row) => at(rows.levels, row))
  const scaled = residuals.map((residual, index) => residual / scaleOf(at(expected, index)))
  const spread = spreadOf(levels, scaled, prior?.spread)
  yield
  return inFewDigits({ coefficients, languages: ofLanguages, followerBands: ofBands, spread })
}

const coursesPerSlice = 200
/** Steps of a level that the order of rows distinguishes. */
const stepsPerLevel = 2 ** 18

export function* rowsAt(ageMillis: number, courses: ReadonlyArray<Prepared>, span: Span): Generator<void, Rows, void> {
  const rows = emptyRows(ageMillis, courses.length)
  for (const [source, prepared] of courses.entries()) {
    addCourse(rows, prepared, source, span)
    if (source % coursesPerSlice === coursesPerSlice - 1) yield
  }
  return rows
}

/** The rows of the first courses, in the order of their levels. */
const orderByLevel = (rows: Rows, firstCourses: number): Int32Array => {
  // Numbers of which the upper digits are the level and the lower ones the row: they sort much faster than pairs.
  const keys = new Float64Array(rows.size)
  let size = 0
  for (let row = 0; row < rows.size; row += 1) {
    if (at(rows.sources, row) >= firstCourses) continue
    keys[size] = Math.floor(at(rows.levels, row) * stepsPerLevel) * rows.size + row
    size += 1
  }
  return Int32Array.from(keys.subarray(0, size).toSorted(), (key) => key % rows.size)
}

export interface Fitting {
  readonly horizonMillis: number
  readonly languages: number
  readonly prior: Model | undefined
}

/**
 * The experts of one age from the first courses: what is learned, the prior and the line. Without a prior, there is nothing
 * to mix.
 */
export function* fitAge(
  rows: Rows,
  firstCourses: number,
  { horizonMillis, languages, prior }: Fitting
): Generator<void, AgeModel, void> {
  const byLevel = orderByLevel(rows, firstCourses)
  yield
  const ageMillis = ageOf(rows)
  const [learned, priors, lines]: [Array<StepModel>, Array<StepModel>, Array<StepModel>] = [[], [], []]
  const moved: { by: Move } = { by: noMove }
  for (let step = 0; step < steps.length; step += 1) {
    const priorOfStep = prior && priorStep(prior, ageMillis, horizonMillis, step)
    const own = yield* fitStep(rows, byLevel, firstCourses, step, languages, priorOfStep, moved)
    learned.push(own)
    if (priorOfStep === undefined) continue
    priors.push(inFewDigits(priorOfStep))
    const line = lineOf(rows, byLevel, step)
    lines.push(line === undefined ? own : inFewDigits(line))
    yield
  }
  const skill = prior === undefined ? 0 : nearestAge(prior, ageMillis).skill
  const experts = (prior === undefined ? [learned] : [learned, priors, lines]).map((own) => ({ weight: 1, steps: own }))
  return { ageMillis, experts, ...noCorrections, skill, doubts: [] }
}
