/** A trained model: plain JSON, so that it can be kept in a column. */
import { between, placeIn } from "./Arrays.ts"
import { type ArrivalShares, likelihoods } from "./Arrivals.ts"
import { featureCount, followerBands } from "./Features.ts"
import { steps } from "./Grid.ts"
import type { Calibration } from "./Isotonic.ts"
import { quantileLevels, type Spread } from "./Spread.ts"

export const modelFormat = 3

/** The growth from an age to one of the steps after it. */
export interface StepModel {
  /** Of the features: the expected growth of the logarithm of the count. */
  readonly coefficients: ReadonlyArray<number>
  /** Added for each of the model's languages. */
  readonly languages: ReadonlyArray<number>
  /** Added for each band of followers. */
  readonly followerBands: ReadonlyArray<number>
  readonly spread: Spread
}

/** A forecast that is mixed with others: its probabilities count with its weight. */
export interface Expert {
  /** All weights of an age make 1. */
  readonly weight: number
  readonly steps: ReadonlyArray<StepModel>
}

export interface AgeModel {
  readonly ageMillis: number
  /** Of what is learned, what is known of other networks, and the line of Szabo and Huberman: those that are of use. */
  readonly experts: ReadonlyArray<Expert>
  /** Of the probabilities. */
  readonly calibration: Calibration
  readonly arrivals: ArrivalShares
  /**
   * Brier skill against always saying how many posts reach a threshold, over thresholds that 10 to 90 % reach: of the prior
   * what four of five networks do better than, otherwise more and more what this network's later posts showed.
   */
  readonly skill: number
  /**
   * By tenths of the probability: how far it is off for a network that the model does not know, which is less for four of
   * five simulated ones. Empty for what was learned from the network itself.
   */
  readonly doubts: ReadonlyArray<number>
}

export type ModelKind = "learned" | "adapted" | "prior"
const kinds: ReadonlyArray<unknown> = ["learned", "adapted", "prior"] satisfies ReadonlyArray<ModelKind>

export interface Model {
  readonly format: typeof modelFormat
  /** `prior`: knows no post of this network. `adapted`: the prior, moved by what is known so far. */
  readonly kind: ModelKind
  /** How many courses it was learned from, `learned`: of which the end is known; for the prior, how many there were. */
  readonly posts: number
  /** The age at which forecasts end. */
  readonly horizonMillis: number
  readonly languages: ReadonlyArray<string>
  /** What half of the courses have at the horizon, or as far as they are known. None of the prior. */
  readonly medianCount?: number
  /** By age, least first. */
  readonly ages: ReadonlyArray<AgeModel>
}

/** How good its forecasts are expected to be at an age, as a Brier skill: 1 is perfect, 0 no better than the share of all posts. */
export const skillAt = ({ ages }: Model, ageMillis: number): number => {
  const { index, weight } = placeIn(
    ages.map(({ ageMillis }) => Math.log(ageMillis)),
    Math.log(ageMillis)
  )
  const low = ages[index]?.skill ?? 0
  return weight === 0 ? low : between(low, ages[index + 1]?.skill ?? low, weight)
}

/** The first age from this one on at which its forecasts are of use; undefined when there is none. */
export const usefulFrom = (model: Model, ageMillis: number): number | undefined =>
  skillAt(model, ageMillis) > 0
    ? ageMillis
    : model.ages.find((age) => age.ageMillis > ageMillis && age.skill > 0)?.ageMillis

/** Of `doubts`. */
export const doubtBins = 10

const mostAges = 64
const mostExperts = 3
const mostKnots = 1_000
const mostLanguages = 64

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value)

const isList = <A>(value: unknown, of: (one: unknown) => one is A, least: number, most: number): value is Array<A> =>
  Array.isArray(value) && value.length >= least && value.length <= most && value.every(of)

const isNumbers = (value: unknown, least: number, most = least): value is Array<number> =>
  isList(value, isNumber, least, most)

const isSorted = (values: ReadonlyArray<number>): boolean =>
  values.every((value, i) => i === 0 || value >= (values[i - 1] ?? 0))

const isIncreasing = (values: ReadonlyArray<number>): boolean =>
  values.every((value, i) => i === 0 || value > (values[i - 1] ?? 0))

const isShare = (value: number): boolean => value >= 0 && value <= 1

const isQuantiles = (value: unknown): value is Array<number> =>
  isNumbers(value, quantileLevels.length) && isSorted(value)

const isSpread = (value: unknown): value is Spread =>
  isRecord(value) &&
  isNumbers(value["centers"], 1, mostAges) &&
  isIncreasing(value["centers"]) &&
  isList(value["quantiles"], isQuantiles, value["centers"].length, value["centers"].length)

const isStep = (value: unknown): value is StepModel =>
  isRecord(value) &&
  isNumbers(value["coefficients"], 0, featureCount) &&
  isNumbers(value["languages"], 0, mostLanguages) &&
  isNumbers(value["followerBands"], 0, followerBands) &&
  isSpread(value["spread"])

const isCalibration = (value: unknown): value is Calibration => {
  if (!isRecord(value)) return false
  const { from, to } = value
  return (
    isNumbers(from, 2, mostKnots) &&
    isNumbers(to, from.length) &&
    isIncreasing(from) &&
    isSorted(to) &&
    [...from, ...to].every(isShare) &&
    from[0] === 0 &&
    from.at(-1) === 1
  )
}

const isArrival = (value: unknown): value is Array<number> =>
  isNumbers(value, 3) && isSorted(value) && value.every(isShare)

const isExpert = (value: unknown): value is Expert =>
  isRecord(value) &&
  isNumber(value["weight"]) &&
  isShare(value["weight"]) &&
  isList(value["steps"], isStep, steps.length, steps.length)

const isAge = (value: unknown): value is AgeModel =>
  isRecord(value) &&
  isNumber(value["ageMillis"]) &&
  value["ageMillis"] > 0 &&
  isList(value["experts"], isExpert, 1, mostExperts) &&
  isCalibration(value["calibration"]) &&
  isNumber(value["skill"]) &&
  value["skill"] <= 1 &&
  (isNumbers(value["doubts"], 0) || isNumbers(value["doubts"], doubtBins)) &&
  isList(value["arrivals"], isArrival, likelihoods.length, likelihoods.length)

const isName = (value: unknown): value is string => typeof value === "string"

const isModel = (value: unknown): value is Model =>
  isRecord(value) &&
  value["format"] === modelFormat &&
  kinds.includes(value["kind"]) &&
  isNumber(value["posts"]) &&
  isNumber(value["horizonMillis"]) &&
  value["horizonMillis"] > 0 &&
  isList(value["languages"], isName, 0, mostLanguages) &&
  (value["medianCount"] === undefined || isNumber(value["medianCount"])) &&
  isList(value["ages"], isAge, 1, mostAges) &&
  isIncreasing(value["ages"].map(({ ageMillis }) => ageMillis))

/** Models come back from a database, where another version may have left them: nothing of them is taken on trust. */
/** A model that was kept as JSON, already parsed; undefined when it is not one of this version of the package. */
export const readModel = (json: unknown): Model | undefined => (isModel(json) ? json : undefined)
