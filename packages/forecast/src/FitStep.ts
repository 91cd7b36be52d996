/** The regression from one age to one step. */
import { at } from "./Arrays.ts"
import { baseFeatures, featureCount, followerBands } from "./Features.ts"
import { steps } from "./Grid.ts"
import type { StepModel } from "./Model.ts"
import { expectedGrowth } from "./Reach.ts"
import { addRow, emptySums, leverageOf, solve } from "./Ridge.ts"
import type { Rows } from "./Rows.ts"
import { spreadOf } from "./Spread.ts"

/**
 * How many rows the prior's coefficients weigh: next to nothing for the line of Szabo and Huberman, because how much posts
 * grow differs from network to network, and more for what else matters, because few posts cannot tell.
 */
const priorRowsOfBase = 0.3
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

/** The mean of what the regression leaves over in each group, shrunk towards none. */
const offsetsOf = (sums: Float64Array, counts: Float64Array): ReadonlyArray<number> =>
  Array.from(sums, (sum, group) => sum / (at(counts, group) + groupRows))

const rounded = (values: ReadonlyArray<number>): ReadonlyArray<number> =>
  values.map((value) => Number(value.toPrecision(5)))

/** Fits to the first `size` rows, in slices; `byLevel` is the order of those rows by level. */
export function* fitStep(
  rows: Rows,
  byLevel: Int32Array,
  step: number,
  languages: number,
  prior: StepModel | undefined
): Generator<void, StepModel, void> {
  const targetOf = (row: number) => rows.growth[row * steps.length + step] ?? Number.NaN
  const known = byLevel.filter((row) => !Number.isNaN(targetOf(row)))
  yield
  const sums = emptySums(featureCount)
  for (const [index, row] of known.entries()) {
    addRow(sums, rows.features, row * featureCount, targetOf(row))
    if (index % slice === slice - 1) yield
  }
  const solution = solve(sums, prior?.coefficients ?? [], prior === undefined ? stabilising : strengths)
  const coefficients = rounded(solution.coefficients)
  yield
  const pooled: StepModel = { coefficients, languages: [], followerBands: [], spread: { centers: [], quantiles: [] } }
  const residuals = new Float64Array(known.length)
  for (const [index, row] of known.entries()) {
    const offset = row * featureCount
    const residual = targetOf(row) - expectedGrowth(pooled, rows.features, offset, -1, -1)
    // As it would be if the regression had not seen the row.
    const leverage = known.length > mostWithLeverage ? 0 : leverageOf(solution, rows.features, offset, featureCount)
    residuals[index] = residual / (1 - Math.min(0.9, leverage))
    if (index % slice === slice - 1) yield
  }
  yield
  const groups = (count: number, of: Int32Array): ReadonlyArray<number> => {
    const [total, members] = [new Float64Array(count), new Float64Array(count)]
    for (const [index, row] of known.entries()) {
      const group = at(of, row)
      if (group < 0) continue
      total[group] = at(total, group) + at(residuals, index)
      members[group] = at(members, group) + 1
    }
    const offsets = offsetsOf(total, members)
    for (const [index, row] of known.entries()) residuals[index] = at(residuals, index) - at(offsets, at(of, row))
    return rounded(offsets)
  }
  const ofLanguages = groups(languages, rows.languages)
  const ofBands = groups(followerBands, rows.bands)
  yield
  const levels = Float64Array.from(known, (row) => at(rows.levels, row))
  const { centers, quantiles } = spreadOf(levels, residuals, prior?.spread)
  yield
  const spread = { centers, quantiles: quantiles.map(rounded) }
  return { coefficients, languages: ofLanguages, followerBands: ofBands, spread }
}
