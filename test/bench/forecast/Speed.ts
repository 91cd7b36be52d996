/** How long training and forecasts take. */
import { Clock, Effect } from "effect"
import { forecast, type Model, train } from "../../../packages/forecast/src/index.ts"
import { hawkesPosts, ordinary } from "./Hawkes.ts"
import { courseOf, hourMillis, observationsOf } from "./Post.ts"

const horizonMillis = 168 * hourMillis
const forecasts = 20
const passes = 50

const millisSince = (started: bigint) => Effect.map(Clock.currentTimeNanos, (now) => Number(now - started) / 1e6)

/** Training, step by step as a server does it. In time of the processor, which other programs do not lengthen. */
export const measureTraining = (seed: number, posts: number) => {
  const courses = hawkesPosts(seed, posts, ordinary).map((post) => courseOf(post, horizonMillis))
  const training = train(courses)
  const slices: Array<number> = []
  let model: Model | undefined
  while (model === undefined) {
    const started = process.threadCpuUsage()
    const step = training.next()
    const { user, system } = process.threadCpuUsage(started)
    slices.push((user + system) / 1e3)
    if (step.done === true) model = step.value
  }
  const sorted = slices.toSorted((a, b) => a - b)
  return {
    model,
    millis: slices.reduce((sum, slice) => sum + slice, 0),
    slices: slices.length,
    longest: sorted.at(-1) ?? 0,
    mostly: sorted[Math.floor(sorted.length * 0.999)] ?? 0
  }
}

/** The fastest of several passes over 20 posts with five thresholds each. */
export const measureForecasts = Effect.fnUntraced(function* (model: Model, seed: number) {
  const asked = hawkesPosts(seed, forecasts, ordinary).map((post) => ({
    observations: observationsOf(post, 6 * hourMillis),
    traits: post.traits
  }))
  let fastest = Number.POSITIVE_INFINITY
  let first = 0
  for (let pass = 0; pass < passes; pass += 1) {
    const started = yield* Clock.currentTimeNanos
    for (const course of asked) forecast(model, course, [100, 200, 500, 1_000, 2_000])
    const millis = yield* millisSince(started)
    if (pass === 0) first = millis
    fastest = Math.min(fastest, millis)
  }
  return { first, fastest }
})
