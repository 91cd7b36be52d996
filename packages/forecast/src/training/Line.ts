/** The line of Szabo and Huberman, from a network's own posts alone: what they tell if nothing else is to be trusted. */
import { baseFeatures, featureCount } from "../predicting/Features.ts"
import { steps } from "../predicting/Grid.ts"
import type { StepModel } from "../predicting/Model.ts"
import { expectedGrowth } from "../predicting/Reach.ts"
import { scaleOf, spreadOf } from "../predicting/Spread.ts"
import { addRow, emptySums, solve } from "./Ridge.ts"
import type { Rows } from "./Rows.ts"

/** More rows would not tell a line better. */
const mostRows = 1_000
/** A slope of few posts is uncertain. */
const strengths = [0.01, 1]

export const lineOf = (
  rows: Rows,
  /** Of the rows, those that are fitted to. */
  fitted: Int32Array,
  step: number
): StepModel => {
  const targetOf = (row: number) => rows.growth[row * steps.length + step] ?? Number.NaN
  const every = Math.max(1, Math.ceil(fitted.length / mostRows))
  const some = fitted.filter((row, index) => index % every === 0 && !Number.isNaN(targetOf(row)))
  const sums = emptySums(baseFeatures)
  for (const row of some) addRow(sums, rows.features, row * featureCount, targetOf(row))
  const { coefficients } = solve(sums, [], strengths)
  const line: StepModel = { coefficients, languages: [], followerBands: [], spread: { centers: [], quantiles: [] } }
  const residuals = Float64Array.from(some, (row) => {
    const expected = expectedGrowth(line, rows.features, row * featureCount, -1, -1)
    return (targetOf(row) - expected) / scaleOf(expected)
  })
  return { ...line, spread: spreadOf(new Float64Array(some.length), residuals, undefined) }
}
