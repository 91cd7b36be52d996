/** One age of one data set: the model against the baselines, on posts that were made after those of the training. */
import { forecast, type Model, type ThresholdForecast } from "../../../packages/forecast/src/index.ts"
import { median } from "../Quantiles.ts"
import { baseRate, type Baseline, climatology, constantScaling, logLinear, pairsOf } from "./Baselines.ts"
import { ageOfReaching, observationsOf, type Post } from "./Post.ts"
import { averageOf, brier, calibrationError, crps, type Outcome, skill } from "./Scores.ts"

const baselines = { baseRate, climatology, logLinear, constantScaling }
export type BaselineName = keyof typeof baselines
const names = ["baseRate", "climatology", "logLinear", "constantScaling"] as const

/** Below it the API gives no time. */
const leastProbability = 0.05

export interface ThresholdFigures {
  readonly threshold: number
  readonly baseRate: number
  readonly brier: number
  /** Brier skill of the model against each baseline. */
  readonly skill: Readonly<Record<BaselineName, number>>
  /** Of the log-linear model, against climatology. */
  readonly logLinearSkill: number
  readonly logLinearSkillOverRate: number
  /** Of all posts, and of those that had not reached the threshold. */
  readonly calibrationError: number
  readonly openCalibrationError: number
  readonly open: number
}

export interface AgeFigures {
  readonly ageMillis: number
  readonly posts: number
  readonly thresholds: ReadonlyArray<ThresholdFigures>
  /** Of all thresholds and posts that had not reached them. */
  readonly open: ReadonlyArray<Outcome>
  /** The same of the log-linear model. */
  readonly openLogLinear: ReadonlyArray<Outcome>
  readonly all: ReadonlyArray<Outcome>
  readonly crps: { readonly model: number } & Readonly<Record<BaselineName, number>>
  readonly times: { readonly arrivals: number; readonly errorFactor: number; readonly covered: number }
}

interface Known {
  readonly post: Post
  readonly count: number
  readonly seenAt: number
  readonly final: number
  readonly forecasts: ReadonlyMap<number, ThresholdForecast>
  readonly model: Model
}

const ladder = Array.from({ length: 8 }, (_, power) => [1, 2, 3, 5].map((digit) => digit * 10 ** power)).flat()

/** The thresholds that neither nearly all nor nearly no posts reach. */
export const thresholdsOf = (finals: ReadonlyArray<number>): ReadonlyArray<number> =>
  ladder.filter((threshold) => {
    const share = finals.filter((final) => final >= threshold).length / finals.length
    return share >= 0.1 && share <= 0.9
  })

const countGrid = (most: number): ReadonlyArray<number> => {
  const grid: Array<number> = []
  for (let count = 1; count < most * 2; count = Math.max(count + 1, Math.ceil(count * 1.12))) grid.push(count)
  return grid
}

const thresholdFigures = (
  threshold: number,
  known: ReadonlyArray<Known>,
  ready: Readonly<Record<BaselineName, Baseline>>
): ThresholdFigures => {
  const outcomesOf = (some: ReadonlyArray<Known>, probabilityOf: (one: Known) => number): ReadonlyArray<Outcome> =>
    some.map((one) => ({ probability: probabilityOf(one), isReached: one.final >= threshold }))
  const model = (one: Known) => one.forecasts.get(threshold)?.probability ?? 0
  const of = (name: BaselineName) => outcomesOf(known, ({ count }) => ready[name](count, threshold))
  const own = outcomesOf(known, model)
  const open = known.filter(({ count }) => count < threshold)
  return {
    threshold,
    baseRate: known.filter(({ final }) => final >= threshold).length / known.length,
    brier: brier(own),
    skill: {
      baseRate: skill(own, of("baseRate")),
      climatology: skill(own, of("climatology")),
      logLinear: skill(own, of("logLinear")),
      constantScaling: skill(own, of("constantScaling"))
    },
    logLinearSkill: skill(of("logLinear"), of("climatology")),
    logLinearSkillOverRate: skill(of("logLinear"), of("baseRate")),
    calibrationError: calibrationError(own),
    openCalibrationError: calibrationError(outcomesOf(open, model)),
    open: open.length
  }
}

const timesOf = (known: ReadonlyArray<Known>, thresholds: ReadonlyArray<number>, horizonMillis: number) => {
  const [errors, covered]: [Array<number>, Array<number>] = [[], []]
  for (const { post, count, seenAt, final, forecasts } of known) {
    for (const threshold of thresholds) {
      const expected = forecasts.get(threshold)
      if (count >= threshold || final < threshold || !expected?.eta) continue
      if (expected.probability < leastProbability) continue
      const { p10, p50, p90 } = expected.eta
      const age = ageOfReaching(post, threshold, seenAt, horizonMillis)
      errors.push(Math.abs(Math.log(p50 / age)))
      covered.push(age >= p10 && age <= p90 ? 1 : 0)
    }
  }
  return { arrivals: errors.length, errorFactor: Math.exp(median(errors)), covered: averageOf(covered) }
}

/** The model is given for each post, because small sets are forecast by models that leave a part of them out. */
export const evaluateAge = (
  modelOf: (post: Post) => Model,
  trainedOn: ReadonlyArray<Post>,
  tested: ReadonlyArray<Post>,
  ageMillis: number,
  horizonMillis: number
): AgeFigures => {
  const pairs = pairsOf(trainedOn, ageMillis, horizonMillis)
  const ready = {
    baseRate: baseRate(pairs),
    climatology: climatology(pairs),
    logLinear: logLinear(pairs),
    constantScaling: constantScaling(pairs)
  }
  const finals = tested.map((post) => post.countAt(horizonMillis))
  const thresholds = thresholdsOf(finals)
  const grid = countGrid(finals.reduce((most, final) => Math.max(most, final), 1))
  const asked = [...new Set([...thresholds, ...grid])]
  const known = tested.flatMap((post): ReadonlyArray<Known> => {
    const observations = observationsOf(post, ageMillis)
    const last = observations.at(-1)
    if (last === undefined) return []
    const model = modelOf(post)
    const forecasts = forecast(model, { observations, traits: post.traits }, asked)
    return [
      {
        post,
        count: last.count,
        seenAt: last.ageMillis,
        final: post.countAt(horizonMillis),
        forecasts: new Map(forecasts.map((one) => [one.threshold, one])),
        model
      }
    ]
  })
  type Probability = (one: Known, threshold: number) => number
  const own: Probability = ({ forecasts }, threshold) => forecasts.get(threshold)?.probability ?? 0
  const crpsOf = (probability: Probability): number =>
    averageOf(
      known.map((one) =>
        crps(
          grid,
          grid.map((threshold) => probability(one, threshold)),
          one.final
        )
      )
    )
  const outcomes = (isOpen: boolean, probability: Probability): ReadonlyArray<Outcome> =>
    thresholds.flatMap((threshold) =>
      known
        .filter(({ count }) => !isOpen || count < threshold)
        .map((one) => ({ probability: probability(one, threshold), isReached: one.final >= threshold }))
    )
  const [model, ...others] = [
    crpsOf(own),
    ...names.map((name) => crpsOf(({ count }, threshold) => ready[name](count, threshold)))
  ]
  const [rate, byAge, line, scaled] = others
  return {
    ageMillis,
    posts: known.length,
    thresholds: thresholds.map((threshold) => thresholdFigures(threshold, known, ready)),
    open: outcomes(true, own),
    openLogLinear: outcomes(true, ({ count }, threshold) => ready.logLinear(count, threshold)),
    all: outcomes(false, own),
    crps: {
      model: model ?? 0,
      baseRate: rate ?? 0,
      climatology: byAge ?? 0,
      logLinear: line ?? 0,
      constantScaling: scaled ?? 0
    },
    times: timesOf(known, thresholds, horizonMillis)
  }
}
