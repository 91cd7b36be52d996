/**
 * Fits the prior of `packages/forecast` to simulated posts and writes it to `packages/forecast/src/predicting/Prior.ts`. It depends
 * on nothing but the seeds below, so it always writes the same file.
 */
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type Course, type Model, trainAtOnce } from "../../packages/forecast/src/index.ts"
import { hawkesPosts, ordinary, popular } from "../../test/bench/forecast/Hawkes.ts"
import { networkPosts } from "../../test/bench/forecast/Network.ts"
import { courseOf, hourMillis, type Post } from "../../test/bench/forecast/Post.ts"

const horizonMillis = 168 * hourMillis
const digits = 3

const sets: ReadonlyArray<ReadonlyArray<Post>> = [
  hawkesPosts(1_001, 3_000, ordinary),
  hawkesPosts(1_002, 3_000, popular),
  networkPosts(1_003, 2_000, "like_count"),
  networkPosts(1_004, 1_000, "reply_count"),
  networkPosts(1_005, 2_000, "impression_count")
]

const courses: ReadonlyArray<Course> = sets
  .flat()
  .toSorted((a, b) => a.postedAtMillis - b.postedAtMillis)
  .map((post) => courseOf(post, horizonMillis))

const short = (_: string, value: unknown): unknown =>
  typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(digits)) : value

const model: Model = {
  ...trainAtOnce(courses, { horizonMillis, prior: null }),
  kind: "prior",
  posts: 0,
  languages: []
}
/** Half of the ages: the prior is a rough guide, and between ages the model is interpolated. */
const ages = model.ages
  .filter((_, index) => index % 2 === 0)
  .map((age) => ({ ...age, steps: age.steps.map((step) => ({ ...step, languages: [] })) }))

writeFileSync(
  fileURLToPath(new URL("../../packages/forecast/src/predicting/Prior.ts", import.meta.url)),
  `/** Written by \`npm run forecast:prior\`: fitted to ${courses.length.toLocaleString("en")} simulated posts. */
import type { Model } from "./Model.ts"

/** The model before anything is learned. It knows simulated posts only. */
export const priorModel: Model = JSON.parse(
  '${JSON.stringify({ ...model, ages }, short)}'
)
`
)
