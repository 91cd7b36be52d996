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
/** On a network's first days, no post is known for the later steps. */
const fewestRows = 10
/** A slope of few posts is uncertain. */
const strengths = [0.01, 1]

/** Undefined when too few are known at the step. */
export const lineOf = (
  rows: Rows,
  /** Of the rows, those that are fitted to. */
  fitted: Int32Array,
  step: number
): StepModel | undefined => {
  const targetOf = (row: number) => rows.growth[row * steps.length + step] ?? Number.NaN
  const known = fitted.filter((row) => !Number.isNaN(targetOf(row)))
  const every = Math.max(1, Math.ceil(known.length / mostRows))
  const some = known.filter((_, index) => index % every === 0)
  if (some.length < fewestRows) return undefined
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
