/**
 * Fits the prior to posts of many networks: simulated ones that differ by more than recorded ones do, and recorded
 * cascades. All networks weigh the same, so what they have in common becomes the regression and what sets them apart its
 * spread. The last third of them corrects what was fitted to the others: networks that it has not seen.
 */
import { logBetween, randomOf } from "../../../apps/server/src/sources/simulation/Random.ts"
import { doubtBins, type Expert, forecast, type Model, trainAtOnce } from "../../../packages/forecast/src/index.ts"
import { thresholdsOf } from "./Evaluate.ts"
import { drawPopulation, hawkesPosts } from "./Hawkes.ts"
import { networkPosts } from "./Network.ts"
import { courseOf, hourMillis, observationsOf, type Post } from "./Post.ts"
import { averageOf, calibrationTable, skill } from "./Scores.ts"

const horizonMillis = 168 * hourMillis
const postsOfNetwork = 40
const simulatedNetworks = 240
/** How often a recorded network stands among the simulated ones. */
const timesRecorded = 3
const digits = 3
/** One in so many posts is first seen late, so that nobody knows how it grew before. */
const oneSeenLate = 6
const latestSeen = 100 * hourMillis
const networksOfSkill = 40
const postsOfSkill = 300
/** A tenth of the probabilities with fewer forecasts of a network says nothing of it. */
const fewestForecasts = 20
/** So many networks may do worse than what is expected says. */
const shareWorse = 0.2

const simulated = (seed: number, count: number, posts: number): ReadonlyArray<ReadonlyArray<Post>> =>
  Array.from({ length: count }, (_, network) =>
    hawkesPosts(seed + 1 + network, posts, drawPopulation(randomOf(seed, network, 1)))
  )

/** Puts each into the list at a place of its own, evenly. */
const spreadInto = <A>(list: ReadonlyArray<A>, some: ReadonlyArray<A>): ReadonlyArray<A> =>
  some.reduce((all, one, index) => all.toSpliced(Math.floor((index * all.length) / some.length), 0, one), list)

/** Mean skill over the thresholds of one network. */
const skillOf = (model: Model, posts: ReadonlyArray<Post>, ageMillis: number): number => {
  const thresholds = thresholdsOf(posts.map((post) => post.countAt(horizonMillis)))
  const forecasts = posts.map((post) =>
    forecast(model, { observations: observationsOf(post, ageMillis), traits: post.traits }, thresholds)
  )
  return averageOf(
    thresholds.map((threshold, index) => {
      const reached = posts.map((post) => post.countAt(horizonMillis) >= threshold)
      const rate = averageOf(reached.map(Number))
      const own = reached.map((isReached, post) => ({
        probability: forecasts[post]?.[index]?.probability ?? 0,
        isReached
      }))
      return skill(
        own,
        own.map(({ isReached }) => ({ probability: rate, isReached }))
      )
    })
  )
}

const expectedSkill = (model: Model, networks: ReadonlyArray<ReadonlyArray<Post>>, ageMillis: number): number => {
  const skills = networks.map((posts) => skillOf(model, posts, ageMillis)).filter(Number.isFinite)
  return skills.toSorted((a, b) => a - b)[Math.floor(skills.length * shareWorse)] ?? 0
}

/** By tenths of the probability, how far the forecasts of one network are off; undefined where there are few. */
const errorsOf = (model: Model, posts: ReadonlyArray<Post>, ageMillis: number): ReadonlyArray<number | undefined> => {
  const finals = posts.map((post) => post.countAt(horizonMillis))
  const thresholds = thresholdsOf(finals)
  const outcomes = posts.flatMap((post, index) =>
    forecast(model, { observations: observationsOf(post, ageMillis), traits: post.traits }, thresholds)
      .filter(({ threshold }) => post.countAt(ageMillis) < threshold)
      .map(({ threshold, probability }) => ({ probability, isReached: (finals[index] ?? 0) >= threshold }))
  )
  return calibrationTable(outcomes).map(({ forecasts, forecast, reached }) =>
    forecasts < fewestForecasts ? undefined : Math.abs(forecast - reached)
  )
}

/** A tenth that hardly any network has forecasts in is as uncertain as its neighbour. */
const doubtsOf = (model: Model, networks: ReadonlyArray<ReadonlyArray<Post>>, ageMillis: number) => {
  const errors = networks.map((posts) => errorsOf(model, posts, ageMillis))
  return Array.from({ length: doubtBins }, (_, bin) => {
    const sorted = errors.flatMap((own) => own[bin] ?? []).toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length * (1 - shareWorse))] ?? 1
  })
}

const short = (_: string, value: unknown): unknown =>
  typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(digits)) : value

const withoutLanguages = (expert: Expert): Expert => ({
  ...expert,
  steps: expert.steps.map((step) => ({ ...step, languages: [] }))
})

/** In few digits, and at half of the ages: the prior is a guide, and between ages a model is interpolated. */
export const fitPrior = (recorded: ReadonlyArray<ReadonlyArray<Post>>): Model => {
  const shown = [
    networkPosts(1_003, postsOfNetwork, "like_count"),
    networkPosts(1_004, postsOfNetwork, "reply_count"),
    networkPosts(1_005, postsOfNetwork, "impression_count")
  ]
  const often = Array.from({ length: timesRecorded }, () => recorded).flat()
  const networks = spreadInto(simulated(5_000, simulatedNetworks, postsOfNetwork), [...shown, ...often])
  const courses = networks.flat().map((post, index) => {
    const course = courseOf(post, horizonMillis)
    const seenFrom = index % oneSeenLate === 0 ? logBetween(randomOf(6_000, index, 1), hourMillis / 2, latestSeen) : 0
    return {
      ...course,
      observations: course.observations.filter(({ ageMillis }) => ageMillis >= seenFrom),
      traits: { ...course.traits, language: "und" }
    }
  })
  const fitted = trainAtOnce(courses, { horizonMillis, prior: null })
  const ages = fitted.ages
    .filter((_, index) => index % 2 === 0)
    .map((age) => ({ ...age, experts: age.experts.map(withoutLanguages) }))
  const model: Model = { format: fitted.format, kind: "prior", posts: 0, horizonMillis, languages: [], ages }
  const unseen = simulated(900_000, networksOfSkill, postsOfSkill)
  const measured = ages.map((age) => ({
    ...age,
    skill: expectedSkill(model, unseen, age.ageMillis),
    doubts: doubtsOf(model, unseen, age.ageMillis)
  }))
  return JSON.parse(JSON.stringify({ ...model, ages: measured }, short))
}
