/**
 * Cascades of a self-exciting process as in SEISMIC (Zhao et al., 2015): every share is seen by others, who share it in
 * turn after a time that falls with a power law, and some are seen by far more than others. Fewer people are awake at
 * night.
 */
import {
  between,
  chance,
  logBetween,
  normal,
  type Random,
  randomOf
} from "../../../apps/server/src/sources/simulation/Random.ts"
import { hourMillis, type Post, postOfEvents } from "./Post.ts"

const constantMillis = 5 * 60_000
const untilMillis = 168 * hourMillis
const mostEvents = 20_000

export interface Population {
  /** Of the logarithm of what the author's own followers share. */
  readonly mean: number
  readonly deviation: number
  /** Smaller cascades are drawn again. */
  readonly fewestEvents: number
}

export const ordinary: Population = { mean: -1.6, deviation: 1.3, fewestEvents: 0 }
export const popular: Population = { mean: 1.2, deviation: 1.2, fewestEvents: 30 }

const poisson = (random: Random, mean: number): number => {
  if (mean > 50) return Math.max(0, Math.round(normal(random, mean, Math.sqrt(mean))))
  let count = -1
  for (let product = 1; product > Math.exp(-mean); count += 1) product *= random.next()
  return count
}

/** Constant for the first minutes, then a power law. */
const delay = (random: Random, exponent: number): number =>
  chance(random, exponent / (1 + exponent))
    ? constantMillis * random.next()
    : constantMillis * (1 - random.next()) ** (-1 / exponent)

const awake = (atMillis: number): number => 0.65 - 0.35 * Math.cos((2 * Math.PI * (atMillis / hourMillis - 3)) / 24)

const drawCascade = (random: Random, postedAtMillis: number, { mean, deviation }: Population) => {
  const followers = Math.round(Math.exp(normal(random, Math.log(700), 1.6)))
  const exponent = between(random, 0.2, 0.45)
  const infectiousness = between(random, 0.1, 1)
  const hasMedia = chance(random, 0.3)
  const own = Math.exp(normal(random, mean + 0.45 * Math.log(1 + followers) + (hasMedia ? 0.3 : 0), deviation))
  const events: Array<number> = []
  const spread = (fromMillis: number, mean: number) => {
    for (let left = poisson(random, mean); left > 0 && events.length < mostEvents; left -= 1) {
      const age = fromMillis + delay(random, exponent)
      if (age < untilMillis && chance(random, awake(postedAtMillis + age))) events.push(age)
    }
  }
  spread(0, own)
  // Reach is log-normal with mean 1; interest in a post fades within days.
  for (let index = 0; index < events.length; index += 1) {
    const age = events[index] ?? 0
    const reach = Math.exp(normal(random, -0.72, 1.2))
    spread(age, infectiousness * reach * Math.exp(-age / (60 * hourMillis)))
  }
  const traits = {
    followers,
    hour: (postedAtMillis / hourMillis) % 24,
    language: chance(random, 0.6) ? "zh" : "en",
    length: Math.round(logBetween(random, 10, 400)),
    hasMedia,
    isReply: false
  }
  return { traits, events: Float64Array.from(events).toSorted() }
}

/** In the order of posting, over 30 days. */
export const hawkesPosts = (seed: number, count: number, population: Population): ReadonlyArray<Post> =>
  Array.from({ length: count }, (_, index) => {
    const random = randomOf(seed, index, 101)
    const postedAt = ((index + random.next()) / count) * 30 * 24 * hourMillis
    let drawn = drawCascade(random, postedAt, population)
    while (drawn.events.length < population.fewestEvents) drawn = drawCascade(random, postedAt, population)
    return postOfEvents(postedAt, drawn.traits, drawn.events)
  })
