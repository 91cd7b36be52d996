/**
 * How much the next statement of a long question may ask for, by what the ones before took: statements stay short
 * however many posts there are, and few where there are few. What a statement takes however little it asks for (the way
 * to the database and back, its load, a plan that reads all) is told apart: asking for less does not shorten it, and to
 * wait for it again and again would take for ever.
 */
import { Clock, Effect } from "effect"

/** A call waits for several statements of others, one for each of its own. */
const targetMillis = 15
const mostGrowth = 4
const mostShrinkage = 1 / 2
/** Sizes closer to each other than this tell nothing but noise. */
const tellingRatio = 1.5

interface Seen {
  readonly size: number
  readonly tookMillis: number
}

export interface ChunkSize {
  /** What the next statement may ask for. */
  readonly size: number
  /** What of a statement's time does not depend on its size; null while nothing has told. */
  readonly waitMillis: number | null
  /** What `waitMillis` was told by, with what comes next. */
  readonly seen: Seen | null
}

export const chunkSizeFrom = (size: number): ChunkSize => ({ size, waitMillis: null, seen: null })

const isTelling = (one: Seen, other: Seen): boolean =>
  Math.max(one.size, other.size) >= tellingRatio * Math.min(one.size, other.size)

const waitOf = (one: Seen, other: Seen): number => {
  const perSize = (other.tookMillis - one.tookMillis) / (other.size - one.size)
  return Math.max(0, other.tookMillis - Math.max(0, perSize) * other.size)
}

const factorFor = (tookMillis: number, waitMillis: number | null): number => {
  // While nothing is known, a size like the one before would tell nothing.
  if (waitMillis === null && tookMillis * tellingRatio > targetMillis && tookMillis < targetMillis * tellingRatio)
    return tellingRatio
  const wait = waitMillis ?? 0
  const goal = Math.max(targetMillis, wait)
  return Math.min(mostGrowth, Math.max(mostShrinkage, goal / Math.max(tookMillis - wait, 1)))
}

/** The pace after a statement that asked for so much, of what the pace allowed, and took so long. */
export const chunkSizeAfter = (pace: ChunkSize, least: number, { size, tookMillis }: Seen): ChunkSize => {
  const now = { size, tookMillis }
  const telling = pace.seen !== null && isTelling(pace.seen, now)
  const told = telling ? waitOf(pace.seen, now) : pace.waitMillis
  const waitMillis = told === null ? null : Math.min(tookMillis, told)
  const factor = factorFor(tookMillis, waitMillis)
  const next = Math.round(size * factor)
  return {
    // One that was cut short and quick says nothing against what was allowed.
    size: Math.max(least, factor < 1 ? next : Math.max(pace.size, next)),
    waitMillis,
    seen: pace.seen === null || telling ? now : pace.seen
  }
}

/** Runs a statement that asks for so much; answers also the pace after it, which asks for at least `least`. */
export const timedChunk = <A, E, R>(pace: ChunkSize, size: number, least: number, statement: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const asked = yield* Clock.currentTimeMillis
    const answer = yield* statement
    const tookMillis = (yield* Clock.currentTimeMillis) - asked
    return { answer, next: chunkSizeAfter(pace, least, { size, tookMillis }) }
  })
