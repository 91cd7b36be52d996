/**
 * Fits the prior to posts of many networks: simulated ones that differ by more than recorded ones do, and recorded
 * cascades. All networks weigh the same, so what they have in common becomes the regression and what sets them apart its
 * spread. The last third of them corrects what was fitted to the others: networks that it has not seen.
 */
import { randomOf } from "../../../apps/server/src/sources/simulation/Random.ts"
import { forecast, type Model, trainAtOnce } from "../../../packages/forecast/src/index.ts"
import { thresholdsOf } from "./Evaluate.ts"
import { drawPopulation, hawkesPosts } from "./Hawkes.ts"
import { networkPosts } from "./Network.ts"
import { courseOf, hourMillis, observationsOf, type Post } from "./Post.ts"
import { averageOf, skill } from "./Scores.ts"

const horizonMillis = 168 * hourMillis
const postsOfNetwork = 40
const simulatedNetworks = 240
/** How often a recorded network stands among the simulated ones. */
const timesRecorded = 3
const digits = 3
const networksOfSkill = 40
const postsOfSkill = 100
/** So many networks may do worse than the expected skill says. */
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

const short = (_: string, value: unknown): unknown =>
  typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(digits)) : value

/** In few digits, and at half of the ages: the prior is a guide, and between ages a model is interpolated. */
export const fitPrior = (recorded: ReadonlyArray<ReadonlyArray<Post>>): Model => {
  const shown = [
    networkPosts(1_003, postsOfNetwork, "like_count"),
    networkPosts(1_004, postsOfNetwork, "reply_count"),
    networkPosts(1_005, postsOfNetwork, "impression_count")
  ]
  const often = Array.from({ length: timesRecorded }, () => recorded).flat()
  const networks = spreadInto(simulated(5_000, simulatedNetworks, postsOfNetwork), [...shown, ...often])
  const courses = networks.flat().map((post) => {
    const course = courseOf(post, horizonMillis)
    return { ...course, traits: { ...course.traits, language: "und" } }
  })
  const fitted = trainAtOnce(courses, { horizonMillis, prior: null })
  const ages = fitted.ages
    .filter((_, index) => index % 2 === 0)
    .map((age) => ({ ...age, steps: age.steps.map((step) => ({ ...step, languages: [] })) }))
  const model: Model = { ...fitted, kind: "prior", posts: 0, languages: [], ages }
  const unseen = simulated(900_000, networksOfSkill, postsOfSkill)
  const withSkill = ages.map((age) => ({ ...age, skill: expectedSkill(model, unseen, age.ageMillis) }))
  return JSON.parse(JSON.stringify({ ...model, ages: withSkill }, short))
}
