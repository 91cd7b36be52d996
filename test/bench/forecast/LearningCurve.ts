/**
 * One hour after posting, how good forecasts are that know no post of a network, and how they improve with its first
 * posts: against the prior, the share of posts that reach a threshold, and the log-linear model, all of which know the same posts.
 */
import { randomOf } from "../../../apps/server/src/sources/simulation/Random.ts"
import { forecast, type Model, trainAtOnce } from "../../../packages/forecast/src/index.ts"
import { type Baseline, baseRate, climatology, logLinear, pairsOf } from "./Baselines.ts"
import { thresholdsOf } from "./Evaluate.ts"
import { courseOf, hourMillis, observationsOf, type Post } from "./Post.ts"
import { averageOf, calibrationError, type Outcome, skill } from "./Scores.ts"
import type { DataSet } from "./Sets.ts"

const ageMillis = hourMillis
export const curveSizes = [0, 20, 50, 200, 1_000]
const shareTrained = 0.6
/** Every size is drawn so often. */
const draws = 5

/** Brier skill of one threshold against the share of the known posts that reach it. */
interface Row {
  readonly threshold: number
  readonly own: ReadonlyArray<Outcome>
  /** Of the posts that are not there yet, the share whose forecast is given: the others' are not reliable. */
  readonly given: number
  readonly model: number
  readonly prior: number
  readonly climatology: number
  readonly logLinear: number
}

type Numbers = Omit<Row, "threshold" | "own">

export interface CurvePoint extends Numbers {
  readonly posts: number
  /** Of the worst threshold. */
  readonly least: number
  /** Where the model is furthest below the best of the others. */
  readonly behind: number
  readonly calibrationError: number
}

const someOf = (posts: ReadonlyArray<Post>, count: number, draw: number): ReadonlyArray<Post> =>
  posts
    .map((post, index) => ({ post, order: randomOf(draw, index, count).next() }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ post }) => post)
    .toSorted((a, b) => a.postedAtMillis - b.postedAtMillis)

const rowsOf = (
  model: Model,
  prior: Model,
  known: ReadonlyArray<Post>,
  tested: ReadonlyArray<Post>,
  horizonMillis: number
): ReadonlyArray<Row> => {
  const pairs = pairsOf(known, ageMillis, horizonMillis)
  const simple = { rate: baseRate(pairs), climatology: climatology(pairs), logLinear: logLinear(pairs) }
  const seen = tested.map((post) => {
    const observations = observationsOf(post, ageMillis)
    return { course: { observations, traits: post.traits }, count: observations.at(-1)?.count ?? 0 }
  })
  const finals = tested.map((post) => post.countAt(horizonMillis))
  return thresholdsOf(finals).map((threshold) => {
    const forecasts = seen.map(({ course }) => forecast(model, course, [threshold])[0])
    const given = forecasts.map((one) => one?.isReliable === true)
    /** All are compared where the model says something. */
    const outcomes = (probabilities: ReadonlyArray<number>): ReadonlyArray<Outcome> =>
      probabilities
        .map((probability, index) => ({ probability, isReached: (finals[index] ?? 0) >= threshold }))
        .filter((_, index) => given[index] === true)
    const simply = (baseline: Baseline) => outcomes(seen.map(({ count }) => baseline(count, threshold)))
    const own = outcomes(forecasts.map((one) => one?.probability ?? 0))
    const reference = simply(simple.rate)
    const ofPrior = seen.map(({ course }) => forecast(prior, course, [threshold])[0]?.probability ?? 0)
    return {
      threshold,
      own,
      given: averageOf(given.filter((_, index) => (seen[index]?.count ?? 0) < threshold).map(Number)),
      model: skill(own, reference),
      prior: skill(outcomes(ofPrior), reference),
      climatology: skill(simply(simple.climatology), reference),
      logLinear: skill(simply(simple.logLinear), reference)
    }
  })
}

const meanOf = (rows: ReadonlyArray<Numbers>): Numbers => {
  const mean = (key: keyof Numbers) => averageOf(rows.map((row) => row[key]))
  return {
    given: mean("given"),
    model: mean("model"),
    prior: mean("prior"),
    climatology: mean("climatology"),
    logLinear: mean("logLinear")
  }
}

/** The draws are averaged by threshold first: what is below another model in one draw only is chance. */
const pointOf = (posts: number, drawn: ReadonlyArray<ReadonlyArray<Row>>): CurvePoint => {
  const byThreshold = Map.groupBy(drawn.flat(), ({ threshold }) => threshold)
  const rows = [...byThreshold.values()].filter((of) => of.length === drawn.length).map(meanOf)
  const best = ({ prior, climatology, logLinear }: Numbers) =>
    posts === 0 ? 0 : Math.max(0, prior, climatology, logLinear)
  return {
    posts,
    ...meanOf(rows),
    least: Math.min(...rows.map(({ model }) => model)),
    behind: Math.min(...rows.map((row) => row.model - best(row))),
    calibrationError: averageOf(drawn.map((of) => calibrationError(of.flatMap(({ own }) => own))))
  }
}

/** Small sets are trained on some of their posts and tested on all others; larger ones are split by time. */
export const learningCurve = (
  { posts, horizonMillis, isSmall }: DataSet,
  priorModel: Model
): ReadonlyArray<CurvePoint> => {
  const prior = trainAtOnce([], { horizonMillis, prior: priorModel })
  const cut = Math.round(posts.length * shareTrained)
  const sizes = curveSizes.filter((size) => size <= (isSmall ? posts.length / 2 : cut))
  return sizes.map((size) => {
    if (size === 0) return pointOf(0, [rowsOf(prior, prior, posts, posts, horizonMillis)])
    const drawn = Array.from({ length: draws }, (_, draw) => {
      const known = someOf(isSmall ? posts : posts.slice(0, cut), size, draw)
      const tested = isSmall ? posts.filter((post) => !known.includes(post)) : posts.slice(cut)
      const courses = known.map((post) => courseOf(post, horizonMillis))
      return rowsOf(trainAtOnce(courses, { horizonMillis, prior }), prior, known, tested, horizonMillis)
    })
    return pointOf(size, drawn)
  })
}

const bar = (value: number): string => "█".repeat(Math.max(0, Math.round(value * 40)))

export const curveReport = (name: string, points: ReadonlyArray<CurvePoint>): string =>
  [
    `\nlearning curve after 1 h: ${name}`,
    "  posts  skill (least)  prior  climatology  log-linear  furthest behind  calibration error  given",
    ...points.map((point) =>
      [
        String(point.posts).padStart(7),
        `${point.model.toFixed(2)} (${point.least.toFixed(2)})`.padStart(14),
        point.prior.toFixed(2).padStart(6),
        point.climatology.toFixed(2).padStart(12),
        point.logLinear.toFixed(2).padStart(11),
        point.behind.toFixed(2).padStart(16),
        point.calibrationError.toFixed(3).padStart(18),
        `${Math.round(point.given * 100)} %`.padStart(6),
        ` ${bar(point.model)}`
      ].join(" ")
    )
  ].join("\n")
