/**
 * The first thing that a network's own posts tell: how it differs from the prior on the whole. Three numbers are fitted
 * before the regression of all features, so that 20 posts already move the prior: a line of the level, and a factor of
 * what the prior expects. The model of Szabo and Huberman (a line alone) and the prior (a factor of 1) are special cases,
 * which is why few posts do about as well as the better of the two.
 */
import { at } from "../predicting/Arrays.ts"
import { featureCount } from "../predicting/Features.ts"
import type { StepModel } from "../predicting/Model.ts"
import { expectedGrowth } from "../predicting/Reach.ts"
import { addRow, emptySums, solve } from "./Ridge.ts"
import type { Rows } from "./Rows.ts"

export type Move = readonly [start: number, slope: number, factor: number]

export const noMove: Move = [0, 0, 1]

/** In rows. So little, because three numbers are soon known. */
const strengths = [1, 1, 1]
/** More rows would not tell three numbers better. */
const mostRows = 2_000

/**
 * Of one step, shrunk to the move of the step before it: on its first day, a network has no post of which the later steps
 * are known, and is taken to go on as it began.
 */
export const moveOf = (
  rows: Rows,
  known: Int32Array,
  targetOf: (row: number) => number,
  prior: StepModel,
  before: Move
): Move => {
  const sums = emptySums(before.length)
  const own = new Float64Array(before.length)
  const every = Math.ceil(known.length / mostRows)
  for (let index = 0; index < known.length; index += every) {
    const row = at(known, index)
    const offset = row * featureCount
    own[0] = 1
    own[1] = at(rows.features, offset + 1)
    own[2] = expectedGrowth(prior, rows.features, offset, -1, at(rows.bands, row))
    addRow(sums, own, 0, targetOf(row))
  }
  const [start = 0, slope = 0, factor = 1] = solve(sums, before, strengths).coefficients
  return [start, slope, factor]
}

/** Bands of followers are left out, because they are measured anew from what remains. */
export const movedBy = (prior: StepModel, [start, slope, factor]: Move): StepModel => ({
  ...prior,
  coefficients: prior.coefficients.map((value, i) => value * factor + at([start, slope], i))
})
