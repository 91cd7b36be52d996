/** A model survives JSON; what is no model is not taken for one. */
import { expect, it } from "vitest"
import { type Model, priorModel, readModel, trainAtOnce } from "../src/index.ts"
import { powerCourses } from "./support/Courses.ts"

const learned = trainAtOnce(powerCourses(1, 300, { language: "ja" }))
const readBack = (model: unknown): Model | undefined => readModel(JSON.parse(JSON.stringify(model)))

it("is the same after it was kept as JSON", () => {
  expect(readBack(learned)).toEqual(learned)
  expect(readBack(priorModel)).toEqual(priorModel)
})

it("is small enough for a column", () => {
  for (const model of [learned, priorModel]) expect(JSON.stringify(model).length).toBeLessThan(500_000)
})

const [age] = learned.ages
const [expert] = age?.experts ?? []
const [step] = expert?.steps ?? []
const withSteps = (steps: unknown) => ({ ...learned, ages: [{ ...age, experts: [{ ...expert, steps }] }] })

it.each<readonly [string, unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["a list", []],
  ["another format", { ...learned, format: 1 }],
  ["no ages", { ...learned, ages: [] }],
  ["ages out of order", { ...learned, ages: learned.ages.toReversed() }],
  ["a number that is none", { ...learned, horizonMillis: "168" }],
  ["too few steps", withSteps([])],
  ["no experts", { ...learned, ages: [{ ...age, experts: [] }] }],
  ["an expert with a weight above 1", { ...learned, ages: [{ ...age, experts: [{ ...expert, weight: 1.1 }] }] }],
  ["too few doubts", { ...learned, ages: [{ ...age, doubts: [0.1] }] }],
  [
    "quantiles out of order",
    withSteps(
      expert?.steps.map((own) => ({
        ...own,
        spread: {
          ...own.spread,
          quantiles: own.spread.quantiles.map((some) => some.toReversed().map((one, i) => one - i))
        }
      }))
    )
  ],
  ["coefficients that are no numbers", withSteps([{ ...step, coefficients: [null] }])],
  ["a skill above 1", { ...learned, ages: [{ ...age, skill: 1.1 }] }],
  ["a calibration that falls", { ...learned, ages: [{ ...age, calibration: { from: [0, 1], to: [1, 0] } }] }]
])("is not read from %s", (_, json) => {
  expect(readBack(json ?? null)).toBeUndefined()
})
