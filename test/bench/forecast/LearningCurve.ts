/**
 * One hour after posting, how good forecasts are that know no post of a network, and how they improve with its first
 * posts: against the prior, the share of posts that reach a threshold, and the log-linear model, all of which know the same posts.
 */
import { randomOf } from "../../../apps/server/src/sources/simulation/Random.ts"
import { forecast, type Model, trainAtOnce } from "../../../packages/forecast/src/index.ts"
import { type Baseline, baseRate, climatology, logLinear, pairsOf } from "./Baselines.ts"
import { thresholdsOf } from "./Evaluate.ts"
import { courseOf, hourMillis, observationsOf, type Post } from "./Post.ts"
import { averageOf, calibrationError, type Outcome, skill, skillError } from "./Scores.ts"
import type { DataSet } from "./Sets.ts"

const ageMillis = hourMillis
export const curveSizes = [0, 20, 50, 200, 1_000]
const shareTrained = 0.6
/** Every size is drawn so often. */
const draws = 5

/** What knows the same posts: the prior, the share of them that are not there yet and get there, the line, and the share of all. */
const rivals = ["prior", "climatology", "logLinear", "share"] as const
type Rival = (typeof rivals)[number]

/** Brier skills against the share of the known posts that reach a threshold. */
interface Numbers extends Record<Rival, number> {
  readonly model: number
  /** Of the posts that are not there yet, the share whose forecast is given: the others' are not reliable. */
  readonly given: number
  /** The standard error of how far each rival is from the model, over the posts. */
  readonly errors: Readonly<Record<Rival, number>>
}

interface Row extends Numbers {
  readonly threshold: number
  readonly own: ReadonlyArray<Outcome>
}

export interface CurvePoint extends Numbers {
  readonly posts: number
  /** Of the worst threshold. */
  readonly least: number
  /** Where the model is furthest below the best rival, and the standard error there. */
  readonly behind: number
  readonly behindError: number
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
    const others: Readonly<Record<Rival, ReadonlyArray<Outcome>>> = {
      prior: outcomes(seen.map(({ course }) => forecast(prior, course, [threshold])[0]?.probability ?? 0)),
      climatology: simply(simple.climatology),
      logLinear: simply(simple.logLinear),
      share: simply(simple.rate)
    }
    return {
      threshold,
      own,
      given: averageOf(given.filter((_, index) => (seen[index]?.count ?? 0) < threshold).map(Number)),
      model: skill(own, others.share),
      ...ofRivals((rival) => skill(others[rival], others.share)),
      errors: ofRivals((rival) => skillError(own, others[rival], others.share))
    }
  })
}

const ofRivals = (value: (rival: Rival) => number): Record<Rival, number> => ({
  prior: value("prior"),
  climatology: value("climatology"),
  logLinear: value("logLinear"),
  share: value("share")
})

const meanOf = (rows: ReadonlyArray<Numbers>): Numbers => ({
  given: averageOf(rows.map(({ given }) => given)),
  model: averageOf(rows.map(({ model }) => model)),
  ...ofRivals((rival) => averageOf(rows.map((row) => row[rival]))),
  errors: ofRivals((rival) => averageOf(rows.map(({ errors }) => errors[rival])))
})

/** The draws are averaged by threshold first: what is below another model in one draw only is chance. */
const pointOf = (posts: number, drawn: ReadonlyArray<ReadonlyArray<Row>>): CurvePoint => {
  const byThreshold = Map.groupBy(drawn.flat(), ({ threshold }) => threshold)
  const rows = [...byThreshold.values()].filter((of) => of.length === drawn.length).map(meanOf)
  const distances = rows.flatMap((row) =>
    // Without posts, the model is the prior, and the others know nothing.
    (posts === 0 ? [] : rivals).map((rival) => ({ behind: row.model - row[rival], behindError: row.errors[rival] }))
  )
  const worst = distances.toSorted((a, b) => a.behind - b.behind)[0] ?? { behind: Number.NaN, behindError: Number.NaN }
  return {
    posts,
    ...meanOf(rows),
    ...worst,
    least: Math.min(...rows.map(({ model }) => model)),
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
    "  posts  skill (least)  prior  climatology  log-linear  furthest behind (error)  calibration error  given",
    ...points.map((point) =>
      [
        String(point.posts).padStart(7),
        `${point.model.toFixed(2)} (${point.least.toFixed(2)})`.padStart(14),
        point.prior.toFixed(2).padStart(6),
        point.climatology.toFixed(2).padStart(12),
        point.logLinear.toFixed(2).padStart(11),
        (point.posts === 0 ? "-" : `${point.behind.toFixed(2)} (${point.behindError.toFixed(2)})`).padStart(24),
        point.calibrationError.toFixed(3).padStart(18),
        `${Math.round(point.given * 100)} %`.padStart(6),
        ` ${bar(point.model)}`
      ].join(" ")
    )
  ].join("\n")
