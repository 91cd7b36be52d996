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

export interface CurvePoint {
  readonly posts: number
  /** Brier skill against the share, the mean over thresholds; `least` is that of the worst threshold. */
  readonly model: number
  readonly least: number
  readonly prior: number
  readonly climatology: number
  readonly logLinear: number
  readonly calibrationError: number
}

type Skills = Omit<CurvePoint, "posts">

const someOf = (posts: ReadonlyArray<Post>, count: number, draw: number): ReadonlyArray<Post> =>
  posts
    .map((post, index) => ({ post, order: randomOf(draw, index, count).next() }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ post }) => post)
    .toSorted((a, b) => a.postedAtMillis - b.postedAtMillis)

const skillsOf = (
  model: Model,
  prior: Model,
  known: ReadonlyArray<Post>,
  tested: ReadonlyArray<Post>,
  horizonMillis: number
): Skills => {
  const pairs = pairsOf(known, ageMillis, horizonMillis)
  const simple = { rate: baseRate(pairs), climatology: climatology(pairs), logLinear: logLinear(pairs) }
  const seen = tested.map((post) => {
    const observations = observationsOf(post, ageMillis)
    return { course: { observations, traits: post.traits }, count: observations.at(-1)?.count ?? 0 }
  })
  const finals = tested.map((post) => post.countAt(horizonMillis))
  const thresholds = thresholdsOf(finals)
  const outcomes = (probabilities: ReadonlyArray<number>, threshold: number): ReadonlyArray<Outcome> =>
    probabilities.map((probability, index) => ({ probability, isReached: (finals[index] ?? 0) >= threshold }))
  const by = (of: Model, threshold: number) =>
    outcomes(
      seen.map(({ course }) => forecast(of, course, [threshold])[0]?.probability ?? 0),
      threshold
    )
  const simply = (baseline: Baseline, threshold: number) =>
    outcomes(
      seen.map(({ count }) => baseline(count, threshold)),
      threshold
    )
  const rows = thresholds.map((threshold) => {
    const own = by(model, threshold)
    const reference = simply(simple.rate, threshold)
    return {
      own,
      model: skill(own, reference),
      prior: skill(by(prior, threshold), reference),
      climatology: skill(simply(simple.climatology, threshold), reference),
      logLinear: skill(simply(simple.logLinear, threshold), reference)
    }
  })
  const mean = (key: "model" | "prior" | "climatology" | "logLinear") => averageOf(rows.map((row) => row[key]))
  return {
    model: mean("model"),
    least: Math.min(...rows.map((row) => row.model)),
    prior: mean("prior"),
    climatology: mean("climatology"),
    logLinear: mean("logLinear"),
    calibrationError: calibrationError(rows.flatMap(({ own }) => own))
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
    if (size === 0) return { posts: 0, ...skillsOf(prior, prior, posts, posts, horizonMillis) }
    const drawn = Array.from({ length: draws }, (_, draw) => {
      const known = someOf(isSmall ? posts : posts.slice(0, cut), size, draw)
      const tested = isSmall ? posts.filter((post) => !known.includes(post)) : posts.slice(cut)
      const courses = known.map((post) => courseOf(post, horizonMillis))
      return skillsOf(trainAtOnce(courses, { horizonMillis, prior }), prior, known, tested, horizonMillis)
    })
    const mean = (key: keyof Skills) => averageOf(drawn.map((skills) => skills[key]))
    return {
      posts: size,
      model: mean("model"),
      least: mean("least"),
      prior: mean("prior"),
      climatology: mean("climatology"),
      logLinear: mean("logLinear"),
      calibrationError: mean("calibrationError")
    }
  })
}

const bar = (value: number): string => "█".repeat(Math.max(0, Math.round(value * 40)))

export const curveReport = (name: string, points: ReadonlyArray<CurvePoint>): string =>
  [
    `\nlearning curve after 1 h: ${name}`,
    "  posts  skill (least)  prior  climatology  log-linear  calibration error",
    ...points.map((point) =>
      [
        String(point.posts).padStart(7),
        `${point.model.toFixed(2)} (${point.least.toFixed(2)})`.padStart(14),
        point.prior.toFixed(2).padStart(6),
        point.climatology.toFixed(2).padStart(12),
        point.logLinear.toFixed(2).padStart(11),
        point.calibrationError.toFixed(3).padStart(18),
        ` ${bar(point.model)}`
      ].join(" ")
    )
  ].join("\n")
