/** All ages of a data set. */
import { type Model, trainAtOnce } from "../../../packages/forecast/src/index.ts"
import { type AgeFigures, evaluateAge } from "./Evaluate.ts"
import { courseOf, hourMillis, type Post } from "./Post.ts"
import type { DataSet } from "./Sets.ts"

export const evaluatedHours = [1, 3, 6, 12, 24, 48]

export interface SetFigures {
  readonly name: string
  readonly how: string
  readonly trained: number
  readonly tested: number
  readonly horizonMillis: number
  readonly ages: ReadonlyArray<AgeFigures>
}

const shareTrained = 0.6
const trainOn = (posts: ReadonlyArray<Post>, horizonMillis: number): Model =>
  trainAtOnce(
    posts.map((post) => courseOf(post, horizonMillis)),
    { horizonMillis }
  )

const agesOf = (horizonMillis: number): ReadonlyArray<number> =>
  evaluatedHours.map((hours) => hours * hourMillis).filter((age) => age < horizonMillis)

/** Learns from the earliest 60 %, and is tested on the others. */
export const byTime = ({ name, posts, horizonMillis }: DataSet): SetFigures => {
  const cut = Math.round(posts.length * shareTrained)
  const [trained, tested] = [posts.slice(0, cut), posts.slice(cut)]
  const model = trainOn(trained, horizonMillis)
  const ages = agesOf(horizonMillis).map((age) => evaluateAge(() => model, trained, tested, age, horizonMillis))
  return {
    name,
    how: "trained on the earliest 60 %, tested on the others",
    trained: trained.length,
    tested: tested.length,
    horizonMillis,
    ages: ages.filter((age) => age.posts > 0)
  }
}

/**
 * Every post is forecast by a model of all other posts. Only for sets that are too small to be split. The baselines
 * have seen the post itself, which makes them a little better than they are.
 */
export const leavingOneOut = ({ name, posts, horizonMillis }: DataSet): SetFigures => {
  const models = new Map(
    posts.map((post) => [
      post,
      trainOn(
        posts.filter((other) => other !== post),
        horizonMillis
      )
    ])
  )
  const fallback = trainOn(posts, horizonMillis)
  const modelOf = (post: Post) => models.get(post) ?? fallback
  return {
    name,
    how: "each forecast by a model of all others",
    trained: posts.length - 1,
    tested: posts.length,
    horizonMillis,
    ages: agesOf(horizonMillis).map((age) => evaluateAge(modelOf, posts, posts, age, horizonMillis))
  }
}
