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

export interface Move {
  readonly start: number
  readonly slope: number
  readonly factor: number
  /** What the prior expects of the rows, on average. */
  readonly expected: number
}

export const noMove: Move = { start: 0, slope: 0, factor: 1, expected: 0 }

/** In rows. So little, because three numbers are soon known. */
const strengths = [1, 1, 1]
/** More rows would not tell three numbers better. */
const mostRows = 2_000

/** A network that began with more growth than expected goes on with more in the same proportion. */
const carriedOn = ({ start, slope, factor, expected }: Move, next: number): ReadonlyArray<number> => {
  const times = expected > 0 ? Math.max(1, next / expected) : 1
  return [start * times, slope * times, factor]
}

/**
 * Of one step, shrunk to the move of the step before it: on its first day, a network has no post of which the later steps
 * are known.
 */
export const moveOf = (
  rows: Rows,
  /** Of the rows, those that are fitted to. */
  some: Int32Array,
  targetOf: (row: number) => number,
  prior: StepModel,
  before: Move
): Move => {
  const sums = emptySums(strengths.length)
  const own = new Float64Array(strengths.length)
  const every = Math.max(1, Math.ceil(some.length / mostRows))
  let [expected, count] = [0, 0]
  for (let index = 0; index < some.length; index += every) {
    const row = at(some, index)
    const offset = row * featureCount
    own[0] = 1
    own[1] = at(rows.features, offset + 1)
    own[2] = expectedGrowth(prior, rows.features, offset, -1, at(rows.bands, row))
    expected += own[2]
    count += 1
    const target = targetOf(row)
    if (!Number.isNaN(target)) addRow(sums, own, 0, target)
  }
  const mean = count === 0 ? 0 : expected / count
  const [start = 0, slope = 0, factor = 1] = solve(sums, carriedOn(before, mean), strengths).coefficients
  return { start, slope, factor, expected: mean }
}

/** Bands of followers are left out, because they are measured anew from what remains. */
export const movedBy = (prior: StepModel, { start, slope, factor }: Move): StepModel => ({
  ...prior,
  coefficients: prior.coefficients.map((value, i) => value * factor + at([start, slope], i))
})
