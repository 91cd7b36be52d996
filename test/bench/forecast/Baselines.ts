/**
 * What the model has to beat. All of them know the count at the age of the forecast, so that a threshold that is reached
 * has the probability 1.
 */
import type { Post } from "./Post.ts"

/** The probability that a post with this count reaches a threshold by the horizon. */
export type Baseline = (count: number, threshold: number) => number

/** The count of every training post at the age and at the horizon. */
export interface Pair {
  readonly now: number
  readonly final: number
}

/** Of the posts that were reported before the age. */
export const pairsOf = (posts: ReadonlyArray<Post>, ageMillis: number, horizonMillis: number): ReadonlyArray<Pair> =>
  posts.flatMap((post) => {
    const seenAt = post.reportedAt(ageMillis).at(-1)
    return seenAt === undefined ? [] : [{ now: post.countAt(seenAt), final: post.countAt(horizonMillis) }]
  })

const shareOf = <A>(all: ReadonlyArray<A>, holds: (one: A) => boolean): number =>
  all.length === 0 ? 0 : all.filter(holds).length / all.length

/** How many of all posts reached it. */
export const baseRate = (pairs: ReadonlyArray<Pair>): Baseline => {
  const rates = new Map<number, number>()
  return (_, threshold) => {
    const known = rates.get(threshold) ?? shareOf(pairs, ({ final }) => final >= threshold)
    rates.set(threshold, known)
    return known
  }
}

/** How many of the posts that had not reached it at the age did so later. */
export const climatology = (pairs: ReadonlyArray<Pair>): Baseline => {
  const rates = new Map<number, number>()
  return (count, threshold) => {
    if (count >= threshold) return 1
    const open = () => pairs.filter(({ now }) => now < threshold)
    const known = rates.get(threshold) ?? shareOf(open(), ({ final }) => final >= threshold)
    rates.set(threshold, known)
    return known
  }
}

const log = Math.log1p

const countBelow = (sorted: Float64Array, value: number): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** A line, and the distances of all training posts from it as the distribution. */
const lineBaseline = (pairs: ReadonlyArray<Pair>, start: number, slope: number): Baseline => {
  const residuals = Float64Array.from(pairs, ({ now, final }) => log(final) - start - slope * log(now)).toSorted()
  return (count, threshold) => {
    if (count >= threshold) return 1
    const needed = log(threshold - 0.5) - start - slope * log(count)
    return 1 - countBelow(residuals, needed) / residuals.length
  }
}

const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Szabo and Huberman (2010): the logarithm of the final count is linear in that of the count now. */
export const logLinear = (pairs: ReadonlyArray<Pair>): Baseline => {
  const [x, y] = [mean(pairs.map(({ now }) => log(now))), mean(pairs.map(({ final }) => log(final)))]
  const xy = mean(pairs.map(({ now, final }) => (log(now) - x) * (log(final) - y)))
  const xx = mean(pairs.map(({ now }) => (log(now) - x) ** 2))
  const slope = xx === 0 ? 0 : xy / xx
  return lineBaseline(pairs, y - slope * x, slope)
}

/** The same with slope 1: every post grows by the same factor. */
export const constantScaling = (pairs: ReadonlyArray<Pair>): Baseline =>
  lineBaseline(pairs, mean(pairs.map(({ now, final }) => log(final) - log(now))), 1)
