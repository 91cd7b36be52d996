/** A post whose whole course is known, and what a store would have kept of it. */
import { maxSnapshotLagMillis } from "../../../apps/server/src/store/posts/Counts.ts"
import type { Course, Observation, Traits } from "../../../packages/forecast/src/index.ts"

export interface Post {
  readonly postedAtMillis: number
  readonly traits: Traits
  readonly countAt: (ageMillis: number) => number
  /** The ages at which its source reports it. */
  readonly reportedAt: (untilMillis: number) => ReadonlyArray<number>
}

export const hourMillis = 3_600_000

const firstMillis = 5 * 60_000

/** The ages of the store's snapshots, for a source that reports every event. */
export const snapshotAges = (untilMillis: number): ReadonlyArray<number> => {
  const ages: Array<number> = []
  for (let age = firstMillis; age < untilMillis; age += maxSnapshotLagMillis(age)) ages.push(age)
  return [...ages, untilMillis]
}

/** A post that is counted once more at each of these ages, least first. */
export const postOfEvents = (postedAtMillis: number, traits: Traits, events: Float64Array): Post => ({
  postedAtMillis,
  traits,
  countAt: (ageMillis) => {
    let [low, high] = [0, events.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((events[middle] ?? 0) <= ageMillis) low = middle + 1
      else high = middle
    }
    return low
  },
  reportedAt: snapshotAges
})

export const observationsOf = (post: Post, untilMillis: number): ReadonlyArray<Observation> =>
  post.reportedAt(untilMillis).map((ageMillis) => ({ ageMillis, count: post.countAt(ageMillis) }))

/** What training sees: what was reported, and how it ended. */
export const courseOf = (post: Post, horizonMillis: number): Course => ({
  observations: [
    ...observationsOf(post, horizonMillis),
    { ageMillis: horizonMillis, count: post.countAt(horizonMillis) }
  ],
  traits: post.traits,
  knownUntilMillis: horizonMillis
})

const precision = 1_000

/** When the count reached a threshold between two ages, which it did. */
export const ageOfReaching = (post: Post, threshold: number, fromMillis: number, untilMillis: number): number => {
  let [low, high] = [fromMillis, untilMillis]
  while (high - low > precision) {
    const middle = (low + high) / 2
    if (post.countAt(middle) >= threshold) high = middle
    else low = middle
  }
  return high
}
