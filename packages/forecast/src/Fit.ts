/** All ages of a model, fitted to prepared courses. */
import { at } from "./Arrays.ts"
import { noCorrections } from "./Calibrate.ts"
import { fitStep } from "./FitStep.ts"
import { steps } from "./Grid.ts"
import type { AgeModel, Model, StepModel } from "./Model.ts"
import { priorStep } from "./PriorStep.ts"
import { addCourse, ageOf, emptyRows, type Prepared, type Rows, type Span } from "./Rows.ts"

const coursesPerSlice = 200
/** So many levels of a count are told apart in the order of rows. */
const levelsPerUnit = 2 ** 18

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
    keys[size] = Math.floor(at(rows.levels, row) * levelsPerUnit) * rows.size + row
    size += 1
  }
  return Int32Array.from(keys.subarray(0, size).toSorted(), (key) => key % rows.size)
}

export interface Fitting {
  readonly horizonMillis: number
  readonly languages: number
  readonly prior: Model | undefined
}

/** The model of one age from the first courses. */
export function* fitAge(
  rows: Rows,
  firstCourses: number,
  { horizonMillis, languages, prior }: Fitting
): Generator<void, AgeModel, void> {
  const byLevel = orderByLevel(rows, firstCourses)
  yield
  const ageMillis = ageOf(rows)
  const fitted: Array<StepModel> = []
  for (let step = 0; step < steps.length; step += 1) {
    const priorOfStep = prior && priorStep(prior, ageMillis, horizonMillis, step)
    fitted.push(yield* fitStep(rows, byLevel, step, languages, priorOfStep))
  }
  return { ageMillis, steps: fitted, ...noCorrections }
}
