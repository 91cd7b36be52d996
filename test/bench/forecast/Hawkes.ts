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
  pick,
  type Random,
  randomOf
} from "../../../apps/server/src/sources/simulation/Random.ts"
import { hourMillis, type Post, postOfEvents } from "./Post.ts"

const untilMillis = 168 * hourMillis
const mostEvents = 20_000
const typicalFollowers = 700

/** What sets one network, or one selection of its posts, apart from another. */
export interface Population {
  /** Of the logarithm of what the author's own followers share, for an author with typical followers. */
  readonly mean: number
  readonly deviation: number
  /** By how much that logarithm grows with the logarithm of the followers. */
  readonly reach: number
  /** Smaller cascades are drawn again. */
  readonly fewestEvents: number
  /** Until then, shares come evenly; then they fall with a power law. Both differ from post to post. */
  readonly evenMillis: number
  readonly exponent: number
  /** Of the logarithm of the time until which they come evenly. */
  readonly pace: number
  /** The most shares that one share leads to, on average. */
  readonly infectiousness: number
  /** How long interest in a post lasts. */
  readonly fadeHours: number
  /** How much fewer are awake at night, from 0 to 1. */
  readonly night: number
}

export const ordinary: Population = {
  mean: 1.35,
  deviation: 1.3,
  reach: 0.45,
  fewestEvents: 0,
  evenMillis: 5 * 60_000,
  exponent: 0.33,
  pace: 0,
  infectiousness: 1,
  fadeHours: 60,
  night: 0.7
}
export const popular: Population = { ...ordinary, mean: 4.15, deviation: 1.2, fewestEvents: 30 }

/** Any network, such that networks differ by more than those that were recorded. */
export const drawPopulation = (random: Random): Population => {
  const fewestEvents = pick(random, [0, 0, 0, 3, 10, 30, 100, 1_000])
  return {
    mean: Math.max(between(random, -2, 5), Math.log(1 + fewestEvents) - 1),
    deviation: between(random, 0.6, 1.8),
    reach: between(random, 0, 0.6),
    fewestEvents,
    evenMillis: logBetween(random, 2 * 60_000, 8 * hourMillis),
    exponent: between(random, 0.1, 0.8),
    pace: between(random, 0.2, 1.5),
    infectiousness: between(random, 0, 1.1),
    fadeHours: logBetween(random, 10, 200),
    night: between(random, 0, 0.8)
  }
}

const poisson = (random: Random, mean: number): number => {
  if (mean > 50) return Math.max(0, Math.round(normal(random, mean, Math.sqrt(mean))))
  let count = -1
  for (let product = 1; product > Math.exp(-mean); count += 1) product *= random.next()
  return count
}

/** Constant for the first minutes, then a power law. */
const delay = (random: Random, evenMillis: number, exponent: number): number =>
  chance(random, exponent / (1 + exponent))
    ? evenMillis * random.next()
    : evenMillis * (1 - random.next()) ** (-1 / exponent)

const awake = (atMillis: number, night: number): number =>
  1 - (night / 2) * (1 + Math.cos((2 * Math.PI * (atMillis / hourMillis - 3)) / 24))

const drawCascade = (random: Random, postedAtMillis: number, population: Population) => {
  const followers = Math.round(Math.exp(normal(random, Math.log(typicalFollowers), 1.6)))
  const exponent = population.exponent * between(random, 0.6, 1.4)
  const evenMillis = population.evenMillis * Math.exp(normal(random, 0, population.pace))
  const infectiousness = population.infectiousness * between(random, 0.1, 1)
  const hasMedia = chance(random, 0.3)
  const reached = population.reach * Math.log((1 + followers) / typicalFollowers) + (hasMedia ? 0.3 : 0)
  const own = Math.exp(normal(random, population.mean + reached, population.deviation))
  const events: Array<number> = []
  const spread = (fromMillis: number, mean: number) => {
    for (let left = poisson(random, mean); left > 0 && events.length < mostEvents; left -= 1) {
      const age = fromMillis + delay(random, evenMillis, exponent)
      if (age < untilMillis && chance(random, awake(postedAtMillis + age, population.night))) events.push(age)
    }
  }
  spread(0, own)
  // Reach is log-normal with mean 1; interest in a post fades within days.
  for (let index = 0; index < events.length; index += 1) {
    const age = events[index] ?? 0
    const reach = Math.exp(normal(random, -0.72, 1.2))
    spread(age, infectiousness * reach * Math.exp(-age / (population.fadeHours * hourMillis)))
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
